import type { RequestText, Status } from './application.ts'
import type { Addition, Letter } from './outbox.ts'
import type { Signal } from './quarantine.ts'

/** Notes, meeting and scores of a reviewer. They send nothing, so they can be undone at any time. */
export type Remark =
  | { readonly what: 'noted'; readonly from: string; readonly to: string }
  | { readonly what: 'meeting_set'; readonly from: string | null; readonly to: string | null }
  /** `name` is the criterion's at that time: later changes of the rubric do not change it. */
  | {
      readonly what: 'scored'
      readonly criterion: string
      readonly name: string
      readonly from: number | null
      readonly to: number | null
    }

/** The undo of a remark, with the remark's own properties. */
type Undone<Event extends Remark> = Event extends Remark
  ? Omit<Event, 'what'> & { readonly what: 'undone'; readonly undid: Event['what'] }
  : never

/** Why an application that came after the grace of a cohort counts as in time for it: by a late link, or begun before the deadline. */
export interface InTime {
  /** As `Cohort 6`. */
  readonly cohort: string
  readonly by: 'link' | 'begun'
  /** When it was begun; ISO 8601. */
  readonly since?: string
}

/** What can happen to an application. Append-only: undoing is an event of its own. */
export type Event =
  /**
   * `late`: the cohort that was chosen, as `Cohort 6`, when its grace was over: the application is read for the next one. `quarantined`: why it was
   * quarantined.
   */
  | { readonly what: 'submitted'; readonly late?: string; readonly inTime?: InTime; readonly quarantined?: readonly Signal[] }
  /** The reviewer released it from quarantine. */
  | { readonly what: 'released' }
  /** A decision. The addition is what its letter has beside the template's words. */
  | ({
      readonly what: 'moved'
      readonly from: Status
      readonly to: Status
      /** `none`: decided without a letter. */
      readonly letter?: 'none'
      /** The last decision was reopened: `to` is the status before it. */
      readonly reopens?: true
    } & Addition)
  /** The reviewer moved the due moment `from` one moment `until` another, and tells the applicant by a letter. Moments are ISO 8601. */
  | ({ readonly what: 'delayed'; readonly from: string; readonly until: string } & Pick<Addition, 'sentence'>)
  /** The reviewer changed what a waiting letter says beside the template's words. */
  | ({ readonly what: 'letter_edited'; readonly letter: Letter } & Addition)
  /** The applicant's address was corrected. */
  | { readonly what: 'readdressed'; readonly from: string; readonly to: string }
  /** The owner of the address stopped its letters, because they did not send this; or takes letters again. */
  | { readonly what: 'letters_stopped' }
  | { readonly what: 'letters_resumed' }
  /** The admin wrote to the applicant; `key` is that of the message in the outbox, which has the text (there is none of messages before 22 Nov 2026). */
  | { readonly what: 'written'; readonly subject: string; readonly key?: string }
  | Remark
  /** `letters`: the ids of the unsent letters and messages that this stopped; they wait again once the applicant returns. */
  | { readonly what: 'withdrawn'; readonly reason?: string; readonly letters: readonly string[] }
  /** The applicant changed answers; `fields` are those whose answer is another one now. `quarantined`: while it was in quarantine, so that nothing was sent. */
  | { readonly what: 'answers_changed'; readonly fields: readonly string[]; readonly quarantined?: true }
  /** The reviewer requested something of the applicant. */
  | ({ readonly what: 'requested' } & RequestText)
  /** The applicant answered; `file` is the name of the one that came with it. */
  | { readonly what: 'request_answered'; readonly request: number; readonly file?: string }
  | { readonly what: 'request_closed'; readonly request: number }
  /** The applicant took the withdrawal back. */
  | { readonly what: 'returned' }
  | { readonly what: 'deleted' }
  | { readonly what: 'undone'; readonly undid: 'moved' | 'deleted'; readonly from: Status; readonly to: Status }
  /** A message was undone before it was sent. */
  | { readonly what: 'undone'; readonly undid: 'written'; readonly subject: string; readonly key?: string }
  /** A delay was taken back before its letter was sent: the due moment is `to` again. */
  | { readonly what: 'undone'; readonly undid: 'delayed'; readonly from: string; readonly to: string }
  /** A request was taken back before its letter was sent. */
  | { readonly what: 'undone'; readonly undid: 'requested'; readonly text: string }
  | Undone<Remark>

/** What happened to an application, when, and who did it. */
export interface HistoryEntry {
  readonly at: Date
  /** `applicant`, `recipient` for the owner of the address, or the reviewer's e-mail address. */
  readonly by: string
  readonly event: Event
}

type Moved = Extract<Event, { what: 'moved' }>

const isMove = <Entry extends { readonly event: Event }>(entry: Entry): entry is Entry & { readonly event: Moved } =>
  entry.event.what === 'moved'

/** The decisions of a history that were not undone, oldest first. */
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

/** The decisions among effective ones that were not reopened, oldest first. */
export function standingDecisions<Entry extends { readonly event: Moved }>(effective: readonly Entry[]): readonly Entry[] {
  const remaining: Entry[] = []
  for (const entry of effective) {
    if (entry.event.reopens === true) remaining.pop()
    else remaining.push(entry)
  }
  return remaining
}
