import { after, dayAfter, dayOf, later, second, timeOn } from '../shared/dates.ts'
import type { Application } from './application.ts'
import { effectiveDecisions, type HistoryEntry, holdEndOf, standingDecisions } from './history.ts'
import { isLetter, isNotice, isTemplateLetter, type OutboxEntry } from './outbox.ts'

/**
 * How long the letters of decisions, and messages, wait: DECISION_HOLD_S seconds, until a time of day, or until they are sent by hand.
 */
export type LetterHold =
  | { readonly kind: 'seconds' }
  /** `time`: in 24-hour format, such as `18:00`. */
  | { readonly kind: 'until'; readonly time: string }
  | { readonly kind: 'by_hand' }

/** Reads a hold from JSON; undefined for invalid values. */
export function readLetterHold(value: unknown): LetterHold | undefined {
  const { kind, time } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  if (kind === 'seconds' || kind === 'by_hand') return { kind }
  return kind === 'until' && typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? { kind, time } : undefined
}

/** The due moment of a letter that is sent by hand; it never comes. */
export const never = new Date('9999-12-31T00:00:00Z')

/** Whether a letter waits until it is sent by hand. */
export const isSentByHand = ({ dueAt }: Pick<OutboxEntry, 'dueAt'>): boolean => dueAt >= never

/** When a letter that is queued at `at` is due; not before `holdS` seconds. */
export function letterDue(hold: LetterHold, at: Date, holdS: number): Date {
  const holdEnd = after(at, holdS * second)
  if (hold.kind === 'by_hand') return never
  if (hold.kind === 'seconds') return holdEnd
  const today = timeOn(dayOf(at), hold.time)
  const next = today > at ? today : timeOn(dayAfter(dayOf(at)), hold.time)
  return later(next, holdEnd)
}

/** Whether a letter or message is in its hold. Then no attempt was made, and it can be edited, sent now, or taken back. */
export const isHeldLetter = (entry: OutboxEntry, at: Date): boolean =>
  isLetter(entry) && !isNotice(entry.payload.letter) && entry.state === 'waiting' && entry.attempts === 0 && entry.dueAt > at

/** The letters about the change that produced `revision`, also those that were queued once more. */
export const lettersOf = (revision: number, messages: readonly OutboxEntry[]) =>
  messages.filter(isTemplateLetter).filter((entry) => entry.revision === revision)

/** The revision of the decision, delay, request or message that a letter is about; undefined if it is about none. */
export const revisionOf = ({ revision }: OutboxEntry, history: readonly HistoryEntry[]): number | undefined =>
  ['moved', 'delayed', 'requested', 'written'].includes(history[revision]?.event.what ?? '') ? revision : undefined

/** The effective decisions, and which of them can still be undone or were replaced unsent. See `withoutHeld`. */
function holdsOf(history: readonly HistoryEntry[], messages: readonly OutboxEntry[], now: Date, holdS: number) {
  const decisions = effectiveDecisions(history.map((entry, revision) => ({ ...entry, revision })))
  const ownLetters = (index: number) => lettersOf(decisions[index]?.revision ?? 0, messages)
  const isReplaced = (index: number): boolean => {
    const own = ownLetters(index)
    return own.length > 0 && own.every(({ state }) => state === 'cancelled')
  }
  const isHeld = (index: number): boolean => {
    const decision = decisions[index]
    if (decision === undefined) return false
    return (
      holdEndOf(decision, holdS) > now ||
      ownLetters(index).some((letter) => isHeldLetter(letter, now)) ||
      (isReplaced(index) && isHeld(index + 1))
    )
  }
  return { decisions, isReplaced, isHeld }
}

/**
 * Whether the decision that produced `revision` can still be undone (`held`), stands (`final`), or was undone, or replaced before its letter was sent (`void`).
 * For the parameters see `withoutHeld`.
 */
export function decisionState(
  revision: number,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  now: Date,
  holdS: number,
): 'held' | 'final' | 'void' {
  const { decisions, isReplaced, isHeld } = holdsOf(history, messages, now, holdS)
  const index = decisions.findIndex((decision) => decision.revision === revision)
  if (index < 0) return 'void'
  if (isHeld(index)) return 'held'
  return isReplaced(index) && index + 1 < decisions.length ? 'void' : 'final'
}

/** The meeting that an application has again without its rejection, if that cancelled one and none was set since. */
export const meetingAgain = ({ meetingAt }: Application, cancelled: string | undefined) =>
  meetingAt === null && cancelled !== undefined ? { meetingAt: new Date(cancelled) } : {}

/**
 * An application as it is shown outside the desk: without the decisions that can still be undone. If another decision replaced the letter of a
 * decision, both are shown together.
 * @param history complete: the index of an entry is its revision
 * @param messages all messages of the application
 * @param holdS the seconds in which a decision can be undone
 */
export function withoutHeld(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  now: Date,
  holdS: number,
): Application {
  const { decisions, isHeld } = holdsOf(history, messages, now, holdS)
  const held = decisions.findIndex((_, index) => isHeld(index))
  const first = decisions[held]
  if (first === undefined) return application
  const before = standingDecisions(decisions.slice(0, held)).at(-1)
  const cancelled = decisions.slice(held).find(({ event }) => event.meetingAt !== undefined)?.event.meetingAt
  return {
    ...application,
    status: first.event.from,
    reviewedAt: before?.at ?? null,
    reviewedBy: before?.by ?? null,
    ...meetingAgain(application, cancelled),
  }
}
