import type { Form } from '../../forms/form.ts'
import { warnOnce } from '../device-store.ts'
import { makePart } from '../page-part.ts'
import { type Delivered, discard, type QueuedSubmission, renew } from './queue.ts'
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
  let watch: DeliveryWatch | undefined
  const part = makePart((error) => {
    console.error('forms: what waits on this device could not be shown', error)
    part.element.remove()
  })
  let WaitingList: typeof import('./WaitingList.tsx')['WaitingList'] | undefined
  const load = (): Promise<void> =>
    import('./WaitingList.tsx').then(
      (loaded) => {
        WaitingList = loaded.WaitingList
      },
      (error: unknown) => console.warn('forms: the list of what waits could not be loaded', error),
    )
  const draw = (): void => {
    // Most visitors have an empty queue, so the list is loaded only if needed.
    if (WaitingList === undefined) {
      if (queued.length > 0) void load().then(() => WaitingList && draw())
      return
    }
    part.draw(
      <WaitingList
        form={form}
        queued={queued.filter(({ key, refusal }) => key !== shownKey() || refusal !== undefined)}
        onSendNow={(submission) => {
          renew(submission, Date.now())
            .catch((error: unknown) => warnOnce('the delivery queue', error))
            .finally(() => void watch?.tryNow())
        }}
        onDiscard={(submission) => {
          discard(submission.key).catch((error: unknown) => warnOnce('discarding', error))
        }}
        hasOtherAnswers={hasOtherAnswers}
        onRestore={onRestore}
      />,
    )
  }
  return {
    element: part.element,
    /** Loads the script of the list. */
    prepare: () => void (WaitingList ?? load()),
    draw,
    /** Starts to deliver the queue, and renders the list at every change. */
    start(onDelivered: (delivered: Delivered) => void): void {
      watch = watchDeliveries((all) => {
        queued = all
        draw()
      }, onDelivered)
    },
  }
}
