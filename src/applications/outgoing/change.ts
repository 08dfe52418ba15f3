// What the outbox entries of a change depend on, and what two kinds of change have in common.

import type { Event, HistoryEntry } from '../history.ts'
import { isHeldLetter, type LetterHold } from '../letter-hold.ts'
import {
  isTemplateLetter,
  type Letter,
  type LetterMeeting,
  type OutboxDraft,
  type OutboxEntry,
  rowDraft,
  type WebhookEvent,
} from '../outbox.ts'

/** The settings on which the outbox entries of a change depend. */
export interface Delivery {
  /** `mirror`: the spreadsheet follows every change. `primary`: submissions are written to it through the outbox, everything else directly. */
  readonly spreadsheet: 'none' | 'mirror' | 'primary'
  /** The hold in seconds, in which a decision or deletion can be undone and nothing is sent. */
  readonly holdS: number
  /** How long letters and messages wait; by default `holdS` seconds. */
  readonly letterHold?: LetterHold
  /** What the webhook reports; by default nothing. */
  readonly webhook?: readonly WebhookEvent[]
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
  /** Ids of entries that it makes obsolete. They are cancelled if they are still waiting. */
  readonly cancels?: readonly string[]
  /** Ids of entries that it recalls. If one of them is no longer waiting, the whole change is refused. */
  readonly recalls?: readonly string[]
  /** Cancelled entries that wait again, with a new `dueAt`. */
  readonly revives?: readonly { readonly id: string; readonly dueAt: Date }[]
}

/** An effective decision, with the revision it produced. */
export interface Decision {
  readonly at: Date
  readonly revision: number
}

/** The earlier state that a change depends on. */
export interface Before {
  /** The messages of the application, oldest first. For decisions, corrected addresses, and undone decisions. */
  readonly messages?: readonly OutboxEntry[]
  /** Whether the form sends a confirmation of a submission. */
  readonly confirms?: boolean
  /** Letters that were sent to a wrong address, to send again to the new one. */
  readonly again?: readonly Letter[]
  /** The meeting that a rejection cancels, for its letter. */
  readonly meeting?: LetterMeeting
  /** The effective decisions, oldest first; the last one is undone. */
  readonly decisions?: readonly Decision[]
  /** The text of a message. */
  readonly text?: string
  /** The due moment of the application. For undone decisions. */
  readonly dueAt?: Date
  /** The ids of letters that the withdrawal stopped, or that a request no longer needs. */
  readonly stopped?: readonly string[]
  /** The ids of the letters of an undone request. */
  readonly recalled?: readonly string[]
  /** The ids of the requests that wait again after an undone or reopened decision. */
  readonly requests?: readonly number[]
  /** When the applicant is reminded of a request; undefined: never. */
  readonly reminder?: Date
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
