import type { Status } from './application.ts'

/** What can happen to an application. Append-only: undoing is an event of its own. */
export type Event =
  | { readonly what: 'submitted' }
  | { readonly what: 'moved'; readonly from: Status; readonly to: Status }
  | { readonly what: 'noted'; readonly from: string; readonly to: string }
  | { readonly what: 'meeting_set'; readonly from: string | null; readonly to: string | null }
  /** The applicant's address was put right. */
  | { readonly what: 'readdressed'; readonly from: string; readonly to: string }
  /** The admin wrote to the applicant. */
  | { readonly what: 'written'; readonly subject: string }
  | { readonly what: 'deleted' }
  | { readonly what: 'undone'; readonly undid: 'moved' | 'deleted'; readonly from: Status; readonly to: Status }

export interface HistoryEntry {
  readonly at: Date
  /** `applicant`, or the reviewer's e-mail address. */
  readonly by: string
  readonly event: Event
}
