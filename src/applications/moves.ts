import { after, second } from '../shared/dates.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { type Actor, type Application, actorName, type Status } from './application.ts'
import { effectiveDecisions, type HistoryEntry } from './history.ts'
import type { OutboxEntry } from './outbox.ts'
import { type Delivery, lettersOf, type Outgoing, outgoing } from './outgoing.ts'

/** Which status may follow which (docs/decisions: the specification names a refused change and shows no table). */
export const moves = {
  pending: ['approved', 'rejected', 'pitch'],
  pitch: ['approved', 'rejected'],
  approved: [],
  rejected: [],
} as const satisfies Record<Status, readonly Status[]>

export const mayMove = (from: Status, to: Status): boolean => (moves[from] as readonly Status[]).includes(to)

/** The new record, its history entry and its outbox entries, which are written in one transaction. */
export interface Change extends Outgoing {
  /** The new record; its revision is the one that was read. */
  readonly application: Application
  readonly entry: HistoryEntry
}

/**
 * A decision. Its letter waits for the hold, in which the decision can be undone.
 * @param messages all of the application's: a letter that is still within its hold is replaced by this decision's
 */
export function move(
  application: Application,
  to: Status,
  by: Actor,
  at: Date,
  delivery: Delivery,
  messages: readonly OutboxEntry[],
): Result<Change, 'INVALID_STATUS_TRANSITION'> {
  const from = application.status
  if (!mayMove(from, to)) return fail('INVALID_STATUS_TRANSITION')
  const entry: HistoryEntry = { at, by: actorName(by), event: { what: 'moved', from, to } }
  return ok({
    application: { ...application, status: to, reviewedAt: at, reviewedBy: actorName(by) },
    entry,
    ...outgoing(application, entry, delivery, { messages }),
  })
}

/**
 * Undoes the last effective decision: `too_late` if there is none, its hold is over, or its letter is being sent.
 * @param history each entry with the revision it produced
 * @param messages all of the application's
 */
export function undoMove(
  application: Application,
  history: readonly (HistoryEntry & { readonly revision: number })[],
  messages: readonly OutboxEntry[],
  by: string,
  at: Date,
  delivery: Delivery,
): Result<Change, 'too_late'> {
  const decisions = effectiveDecisions(history)
  const last = decisions.at(-1)
  if (last === undefined || at >= after(last.at, delivery.holdS * second)) return fail('too_late')
  const letters = lettersOf(application.id, last.revision, messages)
  if (letters.some(({ state }) => state === 'claimed' || state === 'sent')) return fail('too_late')
  const earlier = decisions.at(-2)
  const to = last.event.from
  const entry: HistoryEntry = { at, by, event: { what: 'undone', undid: 'moved', from: application.status, to } }
  return ok({
    application: { ...application, status: to, reviewedAt: earlier?.at ?? null, reviewedBy: earlier?.by ?? null },
    entry,
    ...outgoing(application, entry, delivery, { messages, decisions }),
  })
}

/** Undoes a deletion. The storage queues the entries again that the deletion cancelled. */
export function undoDeletion(application: Application, by: string, at: Date, delivery: Delivery): Change {
  const { status } = application
  const entry: HistoryEntry = { at, by, event: { what: 'undone', undid: 'deleted', from: status, to: status } }
  return { application, entry, ...outgoing(application, entry, delivery) }
}
