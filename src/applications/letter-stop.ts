import type { Application } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'

/**
 * Stops or resumes the letters of an application, as the owner of the address requests. Resuming queues the letters again that were stopped meanwhile.
 * @param messages all messages of the application
 * @returns undefined if the letters are already stopped, or already resumed
 */
export function stopLetters(
  application: Application,
  stop: boolean,
  messages: readonly OutboxEntry[],
  { at, delivery }: Pick<Act, 'at' | 'delivery'>,
): Change | undefined {
  if (stop === (application.lettersStoppedAt !== null)) return undefined
  const entry: HistoryEntry = { at, by: 'recipient', event: stop ? { what: 'letters_stopped' } : { what: 'letters_resumed' } }
  return {
    application: { ...application, lettersStoppedAt: stop ? at : null },
    entry,
    ...outgoing(application, entry, delivery, { messages }),
  }
}

/** Whether the owner of an address stops letters with a change, or allows them again. */
export const changesLetters = ({ what }: HistoryEntry['event']): boolean =>
  what === 'letters_stopped' || what === 'letters_resumed'
