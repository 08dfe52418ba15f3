import type { Change } from '../../../../applications/moves.ts'
import type { Topic } from '../../../../applications/outbox.ts'
import { quarantineLife, type Signal } from '../../../../applications/quarantine.ts'
import type { DuplicateCheck } from '../../../../applications/submission.ts'
import type { Added, IdempotencyClaim, ImportedApplication, NewApplication, StoredFile } from '../../applications-port.ts'
import { outboxRows } from '../outbox/insert.ts'
import { indexedText } from '../search/fold.ts'
import type { Tables } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import { historyRow } from './history.ts'
import { personKeyRows } from './person-keys.ts'
import { changeable } from './row.ts'

/** A submission to insert. It is plain data, which can be sent to another thread. */
export interface Insertion extends NewApplication {
  /** See `labelsOf`. */
  readonly labels: readonly string[]
}

/** Why a change quarantines its application; undefined when it does not. */
export const quarantineOf = ({ entry: { event } }: Pick<Change, 'entry'>): readonly Signal[] | undefined =>
  event.what === 'submitted' ? event.quarantined : undefined

/** The columns that quarantine an application. */
function quarantineColumns({ application: { submittedAt }, entry }: Pick<Change, 'application' | 'entry'>) {
  const reasons = quarantineOf({ entry })
  return reasons === undefined
    ? { removed_at: null, hold_until: null, quarantine: null }
    : {
        removed_at: submittedAt.getTime(),
        hold_until: submittedAt.getTime() + quarantineLife,
        quarantine: JSON.stringify(reasons),
      }
}

/** The row of a new application, without `seq` and partition. */
export const applicationRow = (
  { application, entry }: Pick<Change, 'application' | 'entry'>,
  duplicate: Pick<DuplicateCheck, 'key' | 'rule'>,
  labels: readonly string[],
) => ({
  id: application.id,
  form_type: application.formType,
  applicant_name: encodeText(application.applicantName),
  company_name: encodeText(application.companyName),
  answers: JSON.stringify(application.answers),
  submitted_at: application.submittedAt.getTime(),
  ip: encodeText(application.ip),
  origin: application.origin === null ? null : JSON.stringify(application.origin),
  notice: encodeText(application.notice),
  form_version: application.formVersion,
  revision: application.revision,
  duplicate_key: encodeText(duplicate.key),
  duplicate_rule: duplicate.rule,
  ...quarantineColumns({ application, entry }),
  search_text: indexedText(application, labels),
  ...changeable(application),
})

/** The row of a file. */
export const fileRow = (id: string, { field, name, type, bytes }: StoredFile) => ({
  application_id: id,
  field: encodeText(field),
  name: encodeText(name),
  type: encodeText(type),
  bytes,
})

/** The acknowledgement of an application. When a deleted application is imported again, it replaces the ended one. */
export const acknowledgementRow = ({ application, entry, outbox }: Change) => {
  const drafts = (topic: Topic): number => outbox.filter((draft) => draft.topic === topic).length
  const isSubmission = entry.event.what === 'submitted' && entry.by !== 'import'
  return {
    application_id: application.id,
    at: application.submittedAt.getTime(),
    via: isSubmission ? ('form' as const) : ('import' as const),
    letters: isSubmission ? drafts('mail.letter') : 0,
    sheet_rows: drafts('sheet.row'),
  }
}

/** The row of an idempotency key. */
export const idempotencyRow = ({ key, content, until }: IdempotencyClaim, id: string) => ({
  key: encodeText(key),
  content: encodeText(content),
  application_id: id,
  until: until.getTime(),
})

/** The rows of a new application, without files and idempotency key. The application's row has no `seq` and partition yet. */
export function rowsOf({ change, duplicate }: ImportedApplication, labels: readonly string[]) {
  const { application, entry, outbox } = change
  return {
    application: applicationRow(change, duplicate, labels),
    history: historyRow(application.id, application.revision, entry),
    outbox: outboxRows(outbox, application.revision, entry.at),
    personKeys: personKeyRows(application),
    acknowledgement: acknowledgementRow(change),
  }
}

/** The conflict clauses for inserts into tables in which the row may exist. */
export const onConflict: { readonly [Table in keyof Tables]?: string } = {
  outbox: 'on conflict (key) do nothing',
  acknowledgements: 'on conflict (application_id) do update set ended_at = null, ended_as = null',
  idempotency:
    'on conflict (key) do update set content = excluded.content, application_id = excluded.application_id, until = excluded.until',
  counters: 'on conflict (form_type, status, shard) do update set n = counters.n + excluded.n',
}

/** The result for a submission whose idempotency key was used before. */
export const repeatOf = (
  { content }: IdempotencyClaim,
  earlier: { readonly content: string; readonly application_id: string },
): Added =>
  earlier.content === encodeText(content) ? { kind: 'already_added', id: earlier.application_id } : { kind: 'key_reused' }
