import { after, day, indianDay, indianMidnight, later, minute, second } from '../shared/dates.ts'
import type { Application } from './application.ts'
import { effectiveDecisions, type HistoryEntry, standingDecisions } from './history.ts'
import { isLetter, isNotice, isTemplateLetter, letters, type OutboxEntry } from './outbox.ts'

/**
 * How long the letters of decisions and the messages wait: for the seconds of DECISION_HOLD_S, until a time of day in India, or until they are sent
 * by hand.
 */
export type LetterHold =
  | { readonly kind: 'seconds' }
  /** `time`: 24 hours, as `18:00`. */
  | { readonly kind: 'until'; readonly time: string }
  | { readonly kind: 'by_hand' }

/** A hold from JSON; undefined for values that cannot be used. */
export function readLetterHold(value: unknown): LetterHold | undefined {
  const { kind, time } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  if (kind === 'seconds' || kind === 'by_hand') return { kind }
  return kind === 'until' && typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? { kind, time } : undefined
}

/** When a letter that waits to be sent by hand is due: never by itself. */
export const byHand = new Date('9999-12-31T00:00:00Z')

/** Whether a letter waits until it is sent by hand. */
export const waitsForHand = ({ dueAt }: Pick<OutboxEntry, 'dueAt'>): boolean => dueAt >= byHand

/** When a letter that is queued at `at` is due, never before `holdS` seconds. */
export function letterDue(hold: LetterHold, at: Date, holdS: number): Date {
  const holdEnd = after(at, holdS * second)
  if (hold.kind === 'by_hand') return byHand
  if (hold.kind === 'seconds') return holdEnd
  const [hours = 0, minutes = 0] = hold.time.split(':').map(Number)
  const today = after(indianMidnight(indianDay(at)), (hours * 60 + minutes) * minute)
  const next = today > at ? today : after(today, day)
  return later(next, holdEnd)
}

/** Whether a letter or message waits in its hold: it was never tried, and can be edited, sent now, or taken back. */
export const isHeldLetter = (entry: OutboxEntry, at: Date): boolean =>
  isLetter(entry) && !isNotice(entry.payload.letter) && entry.state === 'waiting' && entry.attempts === 0 && entry.dueAt > at

/** Whether a key is that of the letter of the decision that led to `revision`, or of one that was queued again for it. */
const isKeyOf = (key: string, id: string, revision: number): boolean =>
  letters.some((letter) => `${key}:`.startsWith(`${id}:${letter}:${revision - 1}:`))

/** The letters of the decision or delay that led to `revision`, those that were queued again included. */
export const lettersOf = (id: string, revision: number, messages: readonly OutboxEntry[]) =>
  messages.filter(isTemplateLetter).filter(({ key }) => isKeyOf(key, id, revision))

/** The revision of the decision, delay or request that a letter is about, among those of a history; undefined if there is none. */
export const revisionOf = ({ applicationId, key }: OutboxEntry, history: readonly HistoryEntry[]): number | undefined => {
  const index = history.findIndex(
    ({ event }, revision) =>
      (event.what === 'moved' || event.what === 'delayed' || event.what === 'requested') && isKeyOf(key, applicationId, revision),
  )
  return index < 0 ? undefined : index
}

/**
 * An application as it is shown outside the desk: without the decisions that can still be undone. A decision whose letter another one replaced is
 * shown with that one.
 * @param history complete: the index of an entry is its revision
 * @param messages all of the application's
 * @param holdS for how many seconds a decision can be undone
 */
export function withoutHeld(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  now: Date,
  holdS: number,
): Application {
  const decisions = effectiveDecisions(history.map((entry, revision) => ({ ...entry, revision })))
  const isHeld = (index: number): boolean => {
    const decision = decisions[index]
    if (decision === undefined) return false
    const own = lettersOf(application.id, decision.revision, messages)
    const isReplaced = own.length > 0 && own.every(({ state }) => state === 'cancelled')
    return (
      after(decision.at, holdS * second) > now ||
      own.some((letter) => isHeldLetter(letter, now)) ||
      (isReplaced && isHeld(index + 1))
    )
  }
  const held = decisions.findIndex((_, index) => isHeld(index))
  const first = decisions[held]
  if (first === undefined) return application
  const before = standingDecisions(decisions.slice(0, held)).at(-1)
  return { ...application, status: first.event.from, reviewedAt: before?.at ?? null, reviewedBy: before?.by ?? null }
}
