import type { Selectable } from 'kysely'
import type { Application } from '../../../../applications/application.ts'
import { keep, kept } from '../odd-text.ts'
import { facetsOf } from '../search/facets.ts'
import type { Tables } from '../tables.ts'

export type Row = Selectable<Tables['applications']>

/** What a record is read from: everything but the text for searching. */
export const columns = [
  'id',
  'form_type',
  'applicant_name',
  'applicant_email',
  'company_name',
  'answers',
  'status',
  'submitted_at',
  'reviewed_at',
  'reviewed_by',
  'notes',
  'meeting_at',
  'scores',
  'ip',
  'origin',
  'notice',
  'revision',
] as const satisfies readonly (keyof Row)[]

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

export const ms = (at: Date | null): number | null => at?.getTime() ?? null

export const fromRow = (row: Pick<Row, (typeof columns)[number]>): Application => ({
  id: row.id,
  formType: row.form_type,
  applicantName: kept(row.applicant_name),
  applicantEmail: kept(row.applicant_email),
  companyName: kept(row.company_name),
  answers: JSON.parse(row.answers),
  status: row.status,
  submittedAt: new Date(row.submitted_at),
  reviewedAt: date(row.reviewed_at),
  reviewedBy: row.reviewed_by === null ? null : kept(row.reviewed_by),
  notes: kept(row.notes),
  meetingAt: date(row.meeting_at),
  scores: JSON.parse(row.scores),
  ip: kept(row.ip),
  origin: row.origin === null ? null : JSON.parse(row.origin),
  notice: kept(row.notice),
  revision: row.revision,
})

/** An address as filters compare it. */
export const emailKey = (email: string): string => keep(email.trim().toLowerCase())

/** What a change may change, and what is asked for by it. The rest of a record stays as it was submitted. */
export const changeable = (application: Application) => ({
  applicant_email: keep(application.applicantEmail),
  email_key: emailKey(application.applicantEmail),
  status: application.status,
  reviewed_at: ms(application.reviewedAt),
  reviewed_by: application.reviewedBy === null ? null : keep(application.reviewedBy),
  notes: keep(application.notes),
  meeting_at: ms(application.meetingAt),
  facets: facetsOf(application, emailKey(application.applicantEmail)),
  scores: JSON.stringify(application.scores),
})
