import type { Application } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'

/**
 * Changes the applicant's address, and queues the letters again that did not reach the earlier address.
 * @param messages all messages of the application
 * @param again letters that were sent to the wrong address, to send them again
 */
export function readdress(
  application: Application,
  to: string,
  messages: readonly OutboxEntry[],
  again: readonly string[],
  { by, at, delivery }: Act,
): Change {
  const entry: HistoryEntry = { at, by, event: { what: 'readdressed', from: application.applicantEmail, to } }
  return {
    application: { ...application, applicantEmail: to, lettersStoppedAt: null },
    entry,
    ...outgoing(application, entry, delivery, { messages, again }),
  }
}
