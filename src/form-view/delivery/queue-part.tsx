import type { Form } from '../../forms/form.ts'
import { warnOnce } from '../device-store.ts'
import { onDemand } from '../on-demand.ts'
import { makePart } from '../page-part.ts'
import { type Delivered, discard, isOverdue, type QueuedSubmission, queuedSubmissions, renew } from './queue.ts'
import type { Ending, Try } from './WaitingList.tsx'
import { type DeliveryWatch, watchDeliveries } from './watch.ts'
// The styles of the list, which is loaded later.
import './waiting-list.module.css'

interface QueuePartProps {
  /** The key of the submission in the success view. The list omits it, unless it was refused. */
  shownKey(): string | undefined
  /** Whether restoring a submission would overwrite answers in the form. */
  hasOtherAnswers(): boolean
  onRestore(submission: QueuedSubmission): void
}

/** The list of queued submissions above a form, and the delivery of the queue while the page is open. */
export function queuePart(form: Form, { shownKey, hasOtherAnswers, onRestore }: QueuePartProps) {
  let queued: readonly QueuedSubmission[] = []
  const endings: Ending[] = []
  const tries = new Map<string, Try>()
  let watch: DeliveryWatch | undefined
  const part = makePart((error) => {
    console.error('forms: the queue could not be shown', error)
    part.element.remove()
  })
  const list = onDemand('WaitingList', () => import('./WaitingList.tsx'))
  const draw = (): void => {
    const WaitingList = list.loaded()?.WaitingList
    // Most visitors have an empty queue, so the list is loaded only if needed.
    if (WaitingList === undefined) {
      if (queued.length + endings.length > 0) void list.load().then(() => list.loaded() && draw())
      return
    }
    part.draw(
      <WaitingList
        form={form}
        queued={queued.filter(({ key, refusal }) => key !== shownKey() || refusal !== undefined)}
        endings={endings}
        tries={tries}
        onSendNow={sendNow}
        onDiscard={(submission) => {
          discard(submission.key).then(
            () => showEnding({ submission }),
            (error: unknown) => warnOnce('discarding', error),
          )
        }}
        hasOtherAnswers={hasOtherAnswers}
        onRestore={onRestore}
      />,
    )
  }
  const showTry = ({ key }: QueuedSubmission, next: Try): void => {
    tries.set(key, next)
    draw()
  }
  const sendNow = async (submission: QueuedSubmission): Promise<void> => {
    if (tries.get(submission.key) === 'running') return
    showTry(submission, 'running')
    try {
      const now = Date.now()
      // Its age starts again, and with that its place in the list changes.
      if (isOverdue(submission, now)) await renew(submission, now)
      await watch?.tryNow()
      queued = await queuedSubmissions(Date.now())
    } catch (error) {
      warnOnce('the delivery queue', error)
    }
    // A delivered submission is no longer in the list.
    showTry(submission, 'failed')
  }
  const showEnding = (ending: Ending): void => {
    endings.push(ending)
    draw()
  }
  return {
    element: part.element,
    /** Loads the script of the list. */
    prepare: list.prepare,
    draw,
    /** Starts to deliver the queue, and renders the list at every change. */
    start(onDelivered: (delivered: Delivered) => void): void {
      watch = watchDeliveries(
        (all) => {
          queued = all
          draw()
        },
        (delivered) => {
          const submission = queued.find(({ key }) => key === delivered.key)
          if (submission !== undefined && delivered.key !== shownKey()) showEnding({ submission, delivered })
          onDelivered(delivered)
        },
      )
    },
  }
}
