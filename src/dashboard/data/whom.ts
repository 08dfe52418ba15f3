import type { ApplicationRecord } from '../../api/replies.ts'

/** Whose application it is, in a few words. */
export const whom = ({ applicant_name, applicant_email, company_name }: ApplicationRecord): string =>
  [applicant_name || applicant_email, company_name].filter(Boolean).join(', ')
