import { dayOf } from '../shared/dates.ts'
import type { FormType } from '../shared/form-types.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { type Application, isInReview, isOpen, type Status } from './application.ts'
import { effectiveDecisions, effectiveDelays, type HistoryEntry, holdEndOf, standingDecisions } from './history.ts'
import { isHeldLetter, lettersOf, meetingAgain } from './letter-hold.ts'
import { type Addition, isTemplateLetter, type LetterMeeting, type OutboxEntry } from './outbox.ts'
import type { Act, Outgoing } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'

/** The statuses that may follow each status. (The specification says that transitions are refused, but not which.) */
export const moves = {
  pending: ['approved', 'rejected', 'pitch'],
  pitch: ['approved', 'rejected'],
  approved: [],
  rejected: [],
} as const satisfies Record<Status, readonly Status[]>

export const mayMove = (from: Status, to: Status): boolean => (moves[from] as readonly Status[]).includes(to)

/** A new record, its history entries and its outbox entries, which are written in one transaction. */
export interface Change extends Outgoing {
  /** The new record, still with the revision that was read. */
  readonly application: Application
  readonly entry: HistoryEntry
}

const answerable: readonly FormType[] = ['Contact', 'EarlyCustomer', 'Investor']

/** Whether applications of a form can be closed as answered, because they ask something and do not apply for a place. */
export const isAnswerable = (form: FormType): boolean => answerable.includes(form)

/** A reason that a rejection may give. */
export interface Reason {
  readonly id: string
  /** What the reviewer sees. */
  readonly name: string
  /** What the applicant sees. */
  readonly text: string
  /** The forms whose letters may give it. */
  readonly forms: readonly FormType[]
}

/** The letter of a decision: the reviewer's additions to it, or no letter. */
export type Wording = Addition & { readonly letter?: 'none' }

/**
 * The meeting that a rejection at `at` cancels: one that is ahead, and that a letter told of. Its letter takes it out of calendars. Undefined if there is
 * none: a time that the applicant has from elsewhere stays until the reviewer removes it.
 */
export function cancelledMeeting(
  { meetingAt, revision }: Pick<Application, 'meetingAt' | 'revision'>,
  messages: readonly OutboxEntry[],
  at: Date,
): LetterMeeting | undefined {
  if (meetingAt === null || meetingAt <= at) return undefined
  const latest = messages
    .filter(isTemplateLetter)
    .findLast(
      ({ payload: { letter, meeting }, state }) =>
        letter === 'meeting' && state !== 'cancelled' && meeting?.at === meetingAt.toISOString(),
    )?.payload.meeting
  return latest && { ...latest, sequence: revision + 1, since: at.toISOString() }
}

/**
 * A decision. Its letter waits until the hold is over; until then the decision can be undone.
 * @param messages all messages of the application. The letter of this decision replaces one that is still in its hold
 * @param meeting that a rejection cancels (`cancelledMeeting`)
 */
export function move(
  application: Application,
  to: Status,
  messages: readonly OutboxEntry[],
  { by, at, delivery }: Act,
  wording: Wording = {},
  meeting?: LetterMeeting,
): Result<Change, 'INVALID_STATUS_TRANSITION'> {
  const from = application.status
  if (!isInReview(application) || !mayMove(from, to)) return fail('INVALID_STATUS_TRANSITION')
  const heldUntil = delivery.heldUntil?.toISOString()
  const entry: HistoryEntry = {
    at,
    by,
    event: {
      what: 'moved',
      from,
      to,
      ...wording,
      ...(heldUntil !== undefined && { heldUntil }),
      ...(meeting !== undefined && { meetingAt: meeting.at }),
    },
  }
  return ok({
    application: {
      ...application,
      status: to,
      reviewedAt: at,
      reviewedBy: by,
      ...(meeting !== undefined && { meetingAt: null }),
    },
    entry,
    ...outgoing(application, entry, delivery, { messages, meeting }),
  })
}

/** The ids of the requests that wait for an answer in a status, except those whose last day is past. */
const waitingRequests = ({ requests }: Application, status: Status, at: Date): readonly number[] =>
  requests
    .filter((request) => isOpen(request, status) && (request.day === undefined || request.day >= dayOf(at)))
    .map(({ id }) => id)

/** A history entry with the revision it produced. */
type Revised = HistoryEntry & { readonly revision: number }

/**
 * Reopens the last decision: the application has its previous status again. If the letter of the decision is not sent, it is cancelled. If it was sent,
 * another letter corrects it, which needs a sentence from the reviewer.
 * @param history complete
 * @param sentence for the correction; not used if no letter was sent
 * @returns the faults are `pending`: there is nothing to reopen, or the review is ended; `sending`: a letter is being sent; `sentence`: the
 *   correction needs a sentence
 */
export function reopen(
  application: Application,
  history: readonly Revised[],
  messages: readonly OutboxEntry[],
  sentence: string | undefined,
  { by, at, delivery }: Act,
): Result<Change, 'pending' | 'sending' | 'sentence'> {
  const from = application.status
  if (from === 'pending' || !isInReview(application)) return fail('pending')
  const decisions = standingDecisions(effectiveDecisions(history))
  const last = decisions.at(-1)
  const letters = last === undefined ? [] : lettersOf(last.revision, messages)
  if (letters.some(({ state }) => state === 'claimed')) return fail('sending')
  // After a failed attempt it is unknown whether the letter arrived.
  const isSent = letters.some(({ state, attempts }) => state === 'sent' || (state !== 'cancelled' && attempts > 0))
  if (isSent && sentence === undefined) return fail('sentence')
  const wording: Wording = isSent && sentence !== undefined ? { sentence } : { letter: 'none' }
  const to = last?.event.from ?? 'pending'
  const before = decisions.at(-2)
  const again = isSent ? {} : meetingAgain(application, last?.event.meetingAt)
  const meetingAt = again.meetingAt?.toISOString()
  const entry: HistoryEntry = {
    at,
    by,
    event: { what: 'moved', from, to, reopens: true, ...wording, ...(meetingAt !== undefined && { meetingAt }) },
  }
  return ok({
    application: { ...application, status: to, reviewedAt: before?.at ?? null, reviewedBy: before?.by ?? null, ...again },
    entry,
    ...outgoing(application, entry, delivery, {
      messages,
      ended: last?.revision,
      inEffect: [...(before === undefined ? [] : [before.revision]), ...waitingRequests(application, to, at)],
    }),
  })
}

/**
 * Undoes the last effective decision. The fault is `too_late` if there is none, the review is ended, its hold is over, or its letter is being sent.
 * The hold lasts at least until the letter is due.
 * @param history each entry with the revision it produced
 * @param messages all messages of the application
 */
export function undoMove(
  application: Application,
  history: readonly Revised[],
  messages: readonly OutboxEntry[],
  { by, at, delivery }: Act,
): Result<Change, 'too_late'> {
  const decisions = effectiveDecisions(history)
  const last = decisions.at(-1)
  if (last === undefined || !isInReview(application)) return fail('too_late')
  const letters = lettersOf(last.revision, messages)
  if (at >= holdEndOf(last, delivery.holdS) && !letters.some((letter) => isHeldLetter(letter, at))) return fail('too_late')
  if (letters.some(({ state }) => state === 'claimed' || state === 'sent')) return fail('too_late')
  const earlier = standingDecisions(decisions.slice(0, -1)).at(-1)
  const delay = effectiveDelays(history).at(-1)
  const inEffect = [
    ...(earlier === undefined ? [] : [earlier.revision]),
    ...(delay?.event.until === application.dueAt.toISOString() ? [delay.revision] : []),
    ...waitingRequests(application, last.event.from, at),
  ]
  const { from: to, meetingAt, reopens } = last.event
  const isSame = meetingAt !== undefined && application.meetingAt?.toISOString() === meetingAt
  const meeting = reopens === true ? (isSame ? { meetingAt: null } : {}) : meetingAgain(application, meetingAt)
  const entry: HistoryEntry = {
    at,
    by,
    event: { what: 'undone', undid: 'moved', from: application.status, to, ...(meetingAt !== undefined && { meetingAt }) },
  }
  return ok({
    application: { ...application, status: to, reviewedAt: earlier?.at ?? null, reviewedBy: earlier?.by ?? null, ...meeting },
    entry,
    ...outgoing(application, entry, delivery, { messages, ended: last.revision, inEffect }),
  })
}

/** Undoes a deletion. The storage restores the outbox entries that the deletion cancelled. */
export function undoDeletion(application: Application, { by, at, delivery }: Act): Change {
  const { status } = application
  const entry: HistoryEntry = { at, by, event: { what: 'undone', undid: 'deleted', from: status, to: status } }
  return { application, entry, ...outgoing(application, entry, delivery) }
}
