import type { Form } from '../../forms/form.ts'
import { warnOnce } from '../device-store.ts'
import { makePart } from '../page-part.ts'
import { type Delivered, discard, type QueuedSubmission, renew } from './queue.ts'
import { WaitingList } from './WaitingList.tsx'
import { type DeliveryWatch, watchDeliveries } from './watch.ts'

export interface QueuePartProps {
  /** The key of the submission that the success view shows: it is not listed, unless it was refused. */
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
  const draw = (): void =>
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
  return {
    element: part.element,
    draw,
    /** Starts to deliver the queue, and draws the list at every change. */
    start(onDelivered: (delivered: Delivered) => void): void {
      watch = watchDeliveries((all) => {
        queued = all
        draw()
      }, onDelivered)
    },
  }
}
