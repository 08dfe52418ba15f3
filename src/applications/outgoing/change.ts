// What the outbox entries of a change depend on, and what two kinds of change have in common.

import type { Event, HistoryEntry } from '../history.ts'
import { isHeldLetter, type LetterHold } from '../letter-hold.ts'
import {
  isTemplateLetter,
  type LetterMeeting,
  nameOfLetter,
  type OutboxDraft,
  type OutboxEntry,
  type ReportKind,
  rowDraft,
  type ToApplicant,
} from '../outbox.ts'

/** The settings on which the outbox entries of a change depend. */
export interface Delivery {
  /** `mirror`: the spreadsheet follows every change. `primary`: submissions are written to it through the outbox, everything else directly. */
  readonly spreadsheet: 'none' | 'mirror' | 'primary'
  /** The hold in seconds, in which a decision or deletion can be undone and nothing is sent. */
  readonly holdS: number
  /** How long letters and messages wait; by default `holdS` seconds. */
  readonly letterHold?: LetterHold
  /** What is reported to features now, by their names; by default nothing. */
  readonly reports?: () => Readonly<Record<string, readonly ReportKind[]>>
  /** When the hold of decisions that are made together ends; by default after `holdS` seconds. */
  readonly heldUntil?: Date
}

/** Who changes an application, when, and the settings for what the change sends. */
export interface Act extends Pick<HistoryEntry, 'by' | 'at'> {
  readonly delivery: Delivery
}

/** The outbox entries of a change. */
export interface Outgoing {
  readonly outbox: readonly OutboxDraft[]
  /** Ids of unsent entries that it cancels. If one of them is being sent meanwhile, the change is stale, and is planned again. */
  readonly cancels?: readonly string[]
}

/** The earlier state that a change depends on. */
export interface Before {
  /** The messages of the application, oldest first. For decisions, their undo and corrected addresses; for a return, the letters to queue again. */
  readonly messages?: readonly OutboxEntry[]
  /** Whether the form sends a confirmation of a submission. */
  readonly confirms?: boolean
  /** Letters that were sent to a wrong address, to send again to the new one. */
  readonly again?: readonly string[]
  /** The meeting that a rejection cancels, for its letter. */
  readonly meeting?: LetterMeeting
  /** The revision of the decision that is undone or reopened. */
  readonly ended?: number
  /** The revisions of the decision, the delay and the requests that count once more. */
  readonly inEffect?: readonly number[]
  /** The text of a message. */
  readonly text?: string
  /** The ids of entries that the change cancels. */
  readonly cancels?: readonly string[]
  /** When the applicant is reminded of a request; undefined: never. */
  readonly reminder?: Date
  /** Whether the letter of another change tells of a request. */
  readonly isTold?: boolean
}

/** A change, and the values that its outbox entries depend on. */
export interface Cause<Kind extends Event = Event> {
  readonly id: string
  /** The revision before the change. */
  readonly revision: number
  readonly at: Date
  readonly event: Kind
  readonly holdEnd: Date
  /** When a letter of this change is due. */
  readonly letterDue: Date
  readonly delivery: Delivery
  readonly before: Before
}

export type CauseOf<What extends Event['what']> = Cause<Extract<Event, { readonly what: What }>>

/** The update of a row in a mirroring spreadsheet. */
export const rowUpdate = ({ id, revision, delivery }: Cause, dueAt: Date): readonly OutboxDraft[] =>
  delivery.spreadsheet === 'mirror' ? [rowDraft(id, `:${revision}`, dueAt, 'changed')] : []

/** The letters that are still in their hold. */
export const held = (messages: readonly OutboxEntry[], at: Date) =>
  messages.filter(isTemplateLetter).filter((entry) => isHeldLetter(entry, at))

/** A letter or message queued once more, as a new entry about the same change: providers drop an entry that they have seen. */
export const copyOf = ({ id: applicationId, revision }: Cause, entry: ToApplicant, dueAt: Date): OutboxDraft => ({
  ...(entry.topic === 'mail.letter'
    ? { topic: entry.topic, payload: entry.payload }
    : { topic: entry.topic, payload: entry.payload }),
  key: `${applicationId}:${nameOfLetter(entry)}:${entry.revision}:${revision}`,
  applicationId,
  dueAt,
  revision: entry.revision,
})
