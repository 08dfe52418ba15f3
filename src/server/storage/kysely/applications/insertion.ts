import type { Application } from '../../../../applications/application.ts'
import type { DuplicateCheck } from '../../../../applications/submission.ts'
import type { IdempotencyClaim, ImportedApplication, NewApplication, StoredFile } from '../../applications-port.ts'
import { outboxRows } from '../outbox/insert.ts'
import { indexedText } from '../search/fold.ts'
import { encodeText } from '../text-encoding.ts'
import { historyRow } from './history.ts'
import { personKeyRows } from './person-keys.ts'
import { changeable } from './row.ts'

/** A submission to insert: plain data, which can be sent to another thread. */
export interface Insertion extends NewApplication {
  /** See `labelsOf`. */
  readonly labels: readonly string[]
}

/** The row of a new application, without its number and partition. */
export const applicationRow = (
  application: Application,
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
  revision: application.revision,
  duplicate_key: encodeText(duplicate.key),
  duplicate_rule: duplicate.rule,
  removed_at: null,
  hold_until: null,
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

/** The row of an idempotency key. */
export const idempotencyRow = ({ key, content, until }: IdempotencyClaim, id: string) => ({
  key: encodeText(key),
  content: encodeText(content),
  application_id: id,
  until: until.getTime(),
})

/** The rows of a new application, but for files and idempotency key; the application's is without its number and partition. */
export function rowsOf({ change, duplicate }: ImportedApplication, labels: readonly string[]) {
  const { application, entry, outbox } = change
  return {
    application: applicationRow(application, duplicate, labels),
    history: historyRow(application.id, application.revision, entry),
    outbox: outboxRows(outbox, application.revision, entry.at),
    personKeys: personKeyRows(application),
  }
}
