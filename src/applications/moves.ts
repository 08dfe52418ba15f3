import { after, second } from '../shared/dates.ts'
import type { FormType } from '../shared/form-types.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { type Actor, type Application, actorName, type Status } from './application.ts'
import { effectiveDecisions, type HistoryEntry, standingDecisions } from './history.ts'
import { isHeldLetter, lettersOf } from './letter-hold.ts'
import type { Addition, OutboxEntry } from './outbox.ts'
import { type Delivery, type Outgoing, outgoing } from './outgoing.ts'

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

const answerable: readonly FormType[] = ['Contact', 'EarlyCustomer', 'Investor']

/** Whether applications by a form can be closed as answered: who sent them asked something, and applied for no place. */
export const isAnswerable = (form: FormType): boolean => answerable.includes(form)

/** How a decision is told: by its letter, with what the reviewer adds to it, or without one. */
export type Wording = Addition & { readonly letter?: 'none' }

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
  wording: Wording = {},
): Result<Change, 'INVALID_STATUS_TRANSITION'> {
  const from = application.status
  if (application.withdrawnAt !== null || !mayMove(from, to)) return fail('INVALID_STATUS_TRANSITION')
  const entry: HistoryEntry = { at, by: actorName(by), event: { what: 'moved', from, to, ...wording } }
  return ok({
    application: { ...application, status: to, reviewedAt: at, reviewedBy: actorName(by) },
    entry,
    ...outgoing(application, entry, delivery, { messages }),
  })
}

/** A history entry with the revision it produced. */
type Revised = HistoryEntry & { readonly revision: number }

/**
 * Reopens the last decision: the application has the status before it again. A letter of it that has not gone is cancelled; one that has gone is
 * corrected by a letter, which must say something.
 * @param history complete
 * @param sentence for the letter that corrects; not used when none has gone
 * @returns as faults `withdrawn`: by the applicant; `pending`: there is nothing to reopen; `sending`: a letter is on its way; `sentence`: the correction needs one
 */
export function reopen(
  application: Application,
  history: readonly Revised[],
  messages: readonly OutboxEntry[],
  sentence: string | undefined,
  by: Actor,
  at: Date,
  delivery: Delivery,
): Result<Change, 'withdrawn' | 'pending' | 'sending' | 'sentence'> {
  const from = application.status
  if (application.withdrawnAt !== null) return fail('withdrawn')
  if (from === 'pending') return fail('pending')
  const decisions = standingDecisions(effectiveDecisions(history))
  const last = decisions.at(-1)
  const letters = last === undefined ? [] : lettersOf(application.id, last.revision, messages)
  if (letters.some(({ state }) => state === 'claimed')) return fail('sending')
  // After a failed attempt it is unknown whether the letter arrived.
  const isSent = letters.some(({ state, attempts }) => state === 'sent' || (state !== 'cancelled' && attempts > 0))
  if (isSent && sentence === undefined) return fail('sentence')
  const wording: Wording = isSent && sentence !== undefined ? { sentence } : { letter: 'none' }
  const to = last?.event.from ?? 'pending'
  const before = decisions.at(-2)
  const entry: HistoryEntry = { at, by: actorName(by), event: { what: 'moved', from, to, reopens: true, ...wording } }
  return ok({
    application: { ...application, status: to, reviewedAt: before?.at ?? null, reviewedBy: before?.by ?? null },
    entry,
    ...outgoing(application, entry, delivery, { messages, decisions: decisions.slice(-2) }),
  })
}

/**
 * Undoes the last effective decision: `too_late` if there is none, the applicant has withdrawn, its hold is over, or its letter is being sent. The hold lasts at least until its
 * letter is due.
 * @param history each entry with the revision it produced
 * @param messages all of the application's
 */
export function undoMove(
  application: Application,
  history: readonly Revised[],
  messages: readonly OutboxEntry[],
  by: string,
  at: Date,
  delivery: Delivery,
): Result<Change, 'too_late'> {
  const decisions = effectiveDecisions(history)
  const last = decisions.at(-1)
  if (last === undefined || application.withdrawnAt !== null) return fail('too_late')
  const letters = lettersOf(application.id, last.revision, messages)
  if (at >= after(last.at, delivery.holdS * second) && !letters.some((letter) => isHeldLetter(letter, at)))
    return fail('too_late')
  if (letters.some(({ state }) => state === 'claimed' || state === 'sent')) return fail('too_late')
  const earlier = standingDecisions(decisions.slice(0, -1)).at(-1)
  const to = last.event.from
  const entry: HistoryEntry = { at, by, event: { what: 'undone', undid: 'moved', from: application.status, to } }
  return ok({
    application: { ...application, status: to, reviewedAt: earlier?.at ?? null, reviewedBy: earlier?.by ?? null },
    entry,
    ...outgoing(application, entry, delivery, { messages, decisions, dueAt: application.dueAt }),
  })
}

/** Undoes a deletion. The storage queues the entries again that the deletion cancelled. */
export function undoDeletion(application: Application, by: string, at: Date, delivery: Delivery): Change {
  const { status } = application
  const entry: HistoryEntry = { at, by, event: { what: 'undone', undid: 'deleted', from: status, to: status } }
  return { application, entry, ...outgoing(application, entry, delivery) }
}
