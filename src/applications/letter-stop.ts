import type { Application } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import type { OutboxEntry } from './outbox.ts'
import { type Delivery, outgoing } from './outgoing.ts'

/**
 * Stops the letters of an application, or resumes them, on the word of the address's owner. What was stopped meanwhile is queued again by the resumption.
 * @param messages all of the application's
 * @returns undefined if they are stopped, or resumed, already
 */
export function stopLetters(
  application: Application,
  stop: boolean,
  messages: readonly OutboxEntry[],
  at: Date,
  delivery: Delivery,
): Change | undefined {
  if (stop === (application.lettersStoppedAt !== null)) return undefined
  const entry: HistoryEntry = { at, by: 'recipient', event: stop ? { what: 'letters_stopped' } : { what: 'letters_resumed' } }
  return {
    application: { ...application, lettersStoppedAt: stop ? at : null },
    entry,
    ...outgoing(application, entry, delivery, { messages }),
  }
}
