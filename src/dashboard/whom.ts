import type { ApplicationRecord } from '../api/replies.ts'

/** The applicant's name, or what stands in for it. */
export const nameOf = ({ applicant_name, applicant_email }: ApplicationRecord): string =>
  applicant_name || applicant_email || 'No name given'

/** Whose application it is, in a few words. */
export const whom = (record: ApplicationRecord): string => [nameOf(record), record.company_name].filter(Boolean).join(', ')
