import { after, second } from '../shared/dates.ts'
import type { RequestText, Status } from './application.ts'
import type { Addition, Letter, MeetingTerms } from './outbox.ts'
import type { Signal } from './signals.ts'

/**
 * A change of the reviewer's notes, meeting, star or scores. Only a meeting sends something: an undo sends another letter, so all can be undone at any time.
 */
export type Remark =
  | { readonly what: 'noted'; readonly from: string; readonly to: string }
  /** By the reviewer, or by the applicant who chose a slot. `letter`: the applicant gets letters about it, with these terms; missing for none. */
  | { readonly what: 'meeting_set'; readonly from: string | null; readonly to: string | null; readonly letter?: MeetingTerms }
  | { readonly what: 'starred'; readonly from: boolean; readonly to: boolean }
  /** `name` is the name of the criterion at that time; later changes of the rubric do not change it. */
  | {
      readonly what: 'scored'
      readonly criterion: string
      readonly name: string
      readonly from: number | null
      readonly to: number | null
    }

/** The undo of a remark, with the properties of the remark. */
type Undone<Event extends Remark> = Event extends Remark
  ? Omit<Event, 'what'> & { readonly what: 'undone'; readonly undid: Event['what']; readonly double?: true }
  : never

/** Why an application that arrived after the grace of a cohort counts as in time: a late link, or it was begun before the deadline. */
export interface InTime {
  /** Such as `Cohort 6`. */
  readonly cohort: string
  readonly by: 'link' | 'begun'
  /** When it was begun; ISO 8601. */
  readonly since?: string
}

/** The events of an application. The history is append-only: an undo is another event. */
export type Event =
  /**
   * `late`: the chosen cohort, such as `Cohort 6`, if its grace was over; then the application is read for the next one. `quarantined`: why it was
   * quarantined.
   */
  | { readonly what: 'submitted'; readonly late?: string; readonly inTime?: InTime; readonly quarantined?: readonly Signal[] }
  /** The reviewer released it from quarantine. */
  | { readonly what: 'released' }
  /** A decision. The addition is the text that the reviewer added to its letter. */
  | ({
      readonly what: 'moved'
      readonly from: Status
      readonly to: Status
      /** `none`: the decision has no letter. */
      readonly letter?: 'none'
      /** Set if this reopens the last decision; `to` is the status before that decision. */
      readonly reopens?: true
      /** When its hold ends, if it was made together with others; ISO 8601. */
      readonly heldUntil?: string
      /** The meeting that a rejection cancelled, or that comes back with a rejection that is reopened before its letter was sent; ISO 8601. */
      readonly meetingAt?: string
      /** Another meeting is at the time of the one that comes back. */
      readonly double?: true
    } & Addition)
  /** The reviewer moved the due moment from `from` to `until`, and a letter informs the applicant. Moments are ISO 8601. */
  | ({ readonly what: 'delayed'; readonly from: string; readonly until: string } & Pick<Addition, 'sentence'>)
  /** The reviewer changed the addition to a waiting letter. `about`: the revision that the letter is about (missing before 28 Nov 2026). */
  | ({ readonly what: 'letter_edited'; readonly letter: Letter; readonly about?: number } & Addition)
  /** The applicant's address was corrected. */
  | { readonly what: 'readdressed'; readonly from: string; readonly to: string }
  /** The owner of the address stopped the letters, because they did not send this, or resumed them. */
  | { readonly what: 'letters_stopped' }
  | { readonly what: 'letters_resumed' }
  /** The admin wrote to the applicant. `key`: the key of the outbox entry with the text (missing for messages before 22 Nov 2026). */
  | { readonly what: 'written'; readonly subject: string; readonly key?: string }
  | Remark
  /** The applicant withdrew. `letters`: the ids of the unsent letters and messages that this stopped; they wait again after a return. */
  | { readonly what: 'withdrawn'; readonly reason?: string; readonly letters: readonly string[] }
  /** The applicant changed the answers of `fields`. `quarantined`: the application was in quarantine, so nothing was sent. */
  | { readonly what: 'answers_changed'; readonly fields: readonly string[]; readonly quarantined?: true }
  /** The reviewer requested something from the applicant. */
  | ({ readonly what: 'requested' } & RequestText)
  /** The applicant answered a request; `file`: the name of the attached file. */
  | { readonly what: 'request_answered'; readonly request: number; readonly file?: string }
  | { readonly what: 'request_closed'; readonly request: number }
  /** The reviewer had the identity shown before the decision (`blind.ts`). */
  | { readonly what: 'identity_shown' }
  /** The applicant returned. */
  | { readonly what: 'returned' }
  /** What a feature did or heard about the application, in words for the reviewer, and for the applicant if they caused it or know of it. */
  | { readonly what: 'of_feature'; readonly text: string; readonly toApplicant?: string }
  | { readonly what: 'deleted' }
  | {
      readonly what: 'undone'
      readonly undid: 'moved' | 'deleted'
      readonly from: Status
      readonly to: Status
      /** That of the decision. */
      readonly meetingAt?: string
      /** Another meeting is at the time of the one that comes back. */
      readonly double?: true
    }
  /** A message was undone before it was sent. */
  | { readonly what: 'undone'; readonly undid: 'written'; readonly subject: string; readonly key?: string }
  /** A delay was undone before its letter was sent: the due moment is `to` again. */
  | { readonly what: 'undone'; readonly undid: 'delayed'; readonly from: string; readonly to: string }
  /** A request was undone before its letter was sent. */
  | { readonly what: 'undone'; readonly undid: 'requested'; readonly text: string }
  | Undone<Remark>

/** The events that are reported to programs as changes of an application, also when they are undone. */
export const reportedChanges: readonly string[] = [
  ...(['answers_changed', 'withdrawn', 'returned', 'readdressed', 'request_answered'] as const),
  ...(['noted', 'meeting_set', 'starred', 'scored'] as const),
] satisfies readonly Event['what'][]

/** An event of an application, when it happened, and who caused it. */
export interface HistoryEntry {
  readonly at: Date
  /** `applicant`, `recipient` for the owner of the address, or the reviewer's e-mail address. */
  readonly by: string
  readonly event: Event
}

/** What is said to the applicant of an event that the applicant caused or knows about; undefined for other events. */
export function eventText({ event }: HistoryEntry): string | undefined {
  switch (event.what) {
    case 'submitted':
      return 'You sent it'
    case 'answers_changed':
      return 'You changed answers'
    case 'request_answered':
      return 'You answered a request'
    case 'withdrawn':
      return event.reason === undefined || event.reason === '' ? 'You withdrew it' : `You withdrew it: ${event.reason}`
    case 'returned':
      return 'You took the withdrawal back'
    case 'readdressed':
      return `We corrected your address from ${event.from} to ${event.to}`
    case 'letters_stopped':
      return 'Letters to the address were stopped'
    case 'letters_resumed':
      return 'Letters to the address were resumed'
    case 'of_feature':
      return event.toApplicant
    default:
      return undefined
  }
}

type Moved = Extract<Event, { what: 'moved' }>

/** When the hold of a decision ends. @param holdS the hold of a single decision, in seconds */
export const holdEndOf = ({ at, event }: { readonly at: Date; readonly event: Moved }, holdS: number): Date =>
  event.heldUntil === undefined ? after(at, holdS * second) : new Date(event.heldUntil)

const isMove = <Entry extends { readonly event: Event }>(entry: Entry): entry is Entry & { readonly event: Moved } =>
  entry.event.what === 'moved'

/** The decisions in a history that were not undone, oldest first. */
export function effectiveDecisions<Entry extends { readonly event: Event }>(
  history: readonly Entry[],
): readonly (Entry & { readonly event: Moved })[] {
  const moves: (Entry & { readonly event: Moved })[] = []
  for (const entry of history) {
    if (isMove(entry)) moves.push(entry)
    else if (entry.event.what === 'undone' && entry.event.undid === 'moved') moves.pop()
  }
  return moves
}

/** The effective decisions that were not reopened, oldest first. */
export function standingDecisions<Entry extends { readonly event: Moved }>(effective: readonly Entry[]): readonly Entry[] {
  const remaining: Entry[] = []
  for (const entry of effective) {
    if (entry.event.reopens === true) remaining.pop()
    else remaining.push(entry)
  }
  return remaining
}

/** A delay, with the revision it produced. */
export interface Delay {
  readonly event: Extract<Event, { what: 'delayed' }>
  readonly revision: number
}

/** The delays in a history that were not undone, oldest first. @param history complete: the index of an entry is its revision */
export function effectiveDelays(history: readonly HistoryEntry[]): readonly Delay[] {
  const delays: Delay[] = []
  for (const [revision, { event }] of history.entries()) {
    if (event.what === 'delayed') delays.push({ event, revision })
    // Only the last one can be undone: while its letter waits, another delay is refused.
    else if (event.what === 'undone' && event.undid === 'delayed') delays.pop()
  }
  return delays
}

/** The applicant's address at the moment `at`; `now` is the current address. */
export function addressAt(now: string, history: readonly HistoryEntry[], at: Date): string {
  const next = history.find((entry) => entry.event.what === 'readdressed' && entry.at > at)?.event
  return next?.what === 'readdressed' ? next.from : now
}
