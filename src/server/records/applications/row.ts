import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Application, EndedState } from '../../../applications/application.ts'
import { mailboxKey } from '../../../shared/mailbox.ts'
import { facetsOf } from '../../database/search/facets.ts'
import type { Tables } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'

export type Row = Selectable<Tables['applications']>

/** The columns of a record: all but those for searching and deleting. */
export const columns = [
  'id',
  'form_type',
  'applicant_name',
  'applicant_email',
  'company_name',
  'answers',
  'status',
  'submitted_at',
  'due_at',
  'reviewed_at',
  'reviewed_by',
  'notes',
  'meeting_at',
  'starred',
  'withdrawn_at',
  'scores',
  'total_score',
  'requests',
  'ip',
  'origin',
  'notice',
  'form_version',
  'language',
  'answers_revision',
  'seen_revision',
  'read_at',
  'letters_stopped_at',
  'revision',
] as const satisfies readonly (keyof Row)[]

/**
 * Whether a row is in lists and counts: its application is neither deleted nor in quarantine, and its review is not ended. It is the condition of the indexes,
 * word by word; the parentheses are for the query that negates it.
 */
export const isListed = sql<boolean>`(applications.removed_at is null and applications.withdrawn_at is null)`

/** Whether a row is in the list of an ended state. */
export const isEnded: Readonly<Record<EndedState, RawBuilder<boolean>>> = {
  withdrawn: sql<boolean>`(applications.removed_at is null and applications.withdrawn_at is not null)`,
}

/** A total score in the form of the table. */
export const tenths = (total: number | null): number | null => (total === null ? null : Math.round(10 * total))

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

const ms = (at: Date | null): number | null => at?.getTime() ?? null

/** Reads an application from its row. */
export const fromRow = (row: Pick<Row, (typeof columns)[number]>): Application => ({
  id: row.id,
  formType: row.form_type,
  applicantName: decodeText(row.applicant_name),
  applicantEmail: decodeText(row.applicant_email),
  companyName: decodeText(row.company_name),
  answers: JSON.parse(row.answers),
  status: row.status,
  submittedAt: new Date(row.submitted_at),
  dueAt: new Date(row.due_at),
  reviewedAt: date(row.reviewed_at),
  reviewedBy: row.reviewed_by === null ? null : decodeText(row.reviewed_by),
  notes: decodeText(row.notes),
  meetingAt: date(row.meeting_at),
  isStarred: row.starred === 1,
  withdrawnAt: date(row.withdrawn_at),
  scores: JSON.parse(row.scores),
  total: row.total_score === null ? null : row.total_score / 10,
  requests: row.requests === '[]' ? [] : JSON.parse(row.requests),
  ip: decodeText(row.ip),
  origin: row.origin === null ? null : JSON.parse(row.origin),
  notice: decodeText(row.notice),
  formVersion: row.form_version,
  ...(row.language !== '' && { language: row.language }),
  answersRevision: row.answers_revision,
  seenRevision: row.seen_revision,
  readAt: date(row.read_at),
  lettersStoppedAt: date(row.letters_stopped_at),
  revision: row.revision,
})

/** An address in the form that filters compare. */
export const emailKey = (email: string): string => encodeText(mailboxKey(email))

/** The columns that a change may write, and those derived from them. All others stay as they were submitted. */
export const changeable = (application: Application) => ({
  applicant_email: encodeText(application.applicantEmail),
  email_key: emailKey(application.applicantEmail),
  status: application.status,
  due_at: application.dueAt.getTime(),
  reviewed_at: ms(application.reviewedAt),
  reviewed_by: application.reviewedBy === null ? null : encodeText(application.reviewedBy),
  notes: encodeText(application.notes),
  meeting_at: ms(application.meetingAt),
  starred: application.isStarred ? 1 : 0,
  withdrawn_at: ms(application.withdrawnAt),
  facets: facetsOf(application),
  scores: JSON.stringify(application.scores),
  total_score: tenths(application.total),
  letters_stopped_at: ms(application.lettersStoppedAt),
})
