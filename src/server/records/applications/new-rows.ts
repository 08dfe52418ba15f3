import type { Change } from '../../../applications/moves.ts'
import { quarantineLife } from '../../../applications/quarantine.ts'
import type { Signal } from '../../../applications/signals.ts'
import { indexedText } from '../../database/search/fold.ts'
import { encodeText } from '../../database/text-encoding.ts'
import type { DuplicateCheck, StoredFile } from './port.ts'
import { changeable } from './row.ts'

/** Why a change quarantines its application; undefined when it does not. */
export const quarantineOf = ({ entry: { event } }: Pick<Change, 'entry'>): readonly Signal[] | undefined =>
  event.what === 'submitted' ? event.quarantined : undefined

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

/** The row of a new application, without `seq`. */
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
  language: application.language ?? '',
  revision: application.revision,
  duplicate_key: encodeText(duplicate.key),
  duplicate_rule: duplicate.rule,
  ...quarantineColumns({ application, entry }),
  search_text: indexedText(application, labels),
  ...changeable(application),
})

export const fileRow = (id: string, { field, name, type, bytes }: StoredFile) => ({
  application_id: id,
  field: encodeText(field),
  name: encodeText(name),
  type: encodeText(type),
  bytes,
})
