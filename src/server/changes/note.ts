import type { Application, RequestText } from '../../applications/application.ts'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { makeRequest } from '../../applications/requests.ts'
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
  /** Requests to the applicant that begin with it, and in whose name. Its mail tells of them: they have no letters of their own. */
  readonly requests?: { readonly by: string; readonly all: readonly RequestText[] }
  /** What the feature writes in the same transaction. */
  readonly write: NonNullable<StoredChange['write']>
}

/** The changes that add it to an application, which stays as it is, with its requests: those for which there is room. */
export function noteChanges(
  application: Application,
  noted: Noted,
  at: Date,
  delivery: Delivery,
): readonly [StoredChange, ...StoredChange[]] {
  const { by, text, toApplicant, mail = [], write, requests } = noted
  const entry = { at, by, event: { what: 'of_feature', text, ...(toApplicant !== undefined && { toApplicant }) } } as const
  const changes: [StoredChange, ...StoredChange[]] = [{ application, entry, outbox: mail, write }]
  for (const request of requests?.all ?? []) {
    const { application: last } = changes.at(-1) ?? { application }
    const act = { by: requests?.by ?? by, at, delivery }
    const made = makeRequest({ ...last, revision: last.revision + 1 }, request, act, application.revision + 1)
    if (made.ok) changes.push(made.value)
  }
  return changes
}
