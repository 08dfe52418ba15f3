import type { Application } from '../../applications/application.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { StoredChange } from '../records/applications/port.ts'

/** What a feature adds to the history of an application. */
export interface Noted {
  /** Who caused it: `applicant`, or the reviewer's address. */
  readonly by: string
  /** In words for the reviewer. */
  readonly text: string
  /** In words for the applicant, if they caused it or know of it. */
  readonly toApplicant?: string
  /** Mail that is queued with it. */
  readonly mail?: readonly OutboxDraft[]
  /** What the feature writes in the same transaction. */
  readonly write: NonNullable<StoredChange['write']>
}

/** The change that adds it to an application, which stays as it is. */
export const noteChange = (
  application: Application,
  { by, text, toApplicant, mail = [], write }: Noted,
  at: Date,
): StoredChange => ({
  application,
  entry: { at, by, event: { what: 'of_feature', text, ...(toApplicant !== undefined && { toApplicant }) } },
  outbox: mail,
  write,
})
