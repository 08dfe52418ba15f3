import { type Actor, type Application, actorName } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import type { Letter, OutboxDraft, OutboxEntry } from './outbox.ts'

type LetterEntry = Extract<OutboxEntry, { topic: 'mail.letter' }>

const isLetter = (entry: OutboxEntry): entry is LetterEntry => entry.topic === 'mail.letter'

/** Whether a letter failed to reach the address that the application has: it was given up, or is being tried still. */
const failed = ({ state, failingSince }: OutboxEntry): boolean =>
  state === 'parked' || (state === 'waiting' && failingSince !== null)

/**
 * Gives an application another address, and queues anew what did not reach the earlier one: as new messages, so that no provider takes them for
 * repeats. What waits for its hold goes to the new address by itself.
 * @param messages all of the application's
 * @param again letters that were sent, to the wrong address, and are to be sent once more
 */
export function readdress(
  application: Application,
  to: string,
  messages: readonly OutboxEntry[],
  again: readonly Letter[],
  by: Actor,
  at: Date,
): Change {
  const letters = messages.filter(isLetter)
  const resent = again.flatMap((letter) => {
    const last = letters.filter((entry) => entry.payload.letter === letter).at(-1)
    return last?.state === 'sent' ? [last] : []
  })
  const drafts = [...letters.filter(failed), ...resent].map(
    ({ id, topic, payload, key, applicationId, state }): OutboxDraft => ({
      topic,
      payload,
      key: `${key}:to:${application.revision}`,
      applicationId,
      dueAt: at,
      ...(state !== 'sent' && { replaces: id }),
    }),
  )
  return {
    application: { ...application, applicantEmail: to },
    entry: { at, by: actorName(by), event: { what: 'readdressed', from: application.applicantEmail, to } },
    outbox: drafts,
  }
}

/** The address that an application had at a moment: `now` is the one that it has. */
export function addressAt(now: string, history: readonly HistoryEntry[], at: Date): string {
  const next = history.find((entry) => entry.event.what === 'readdressed' && entry.at > at)?.event
  return next?.what === 'readdressed' ? next.from : now
}
