import { allForms } from '../../forms/definitions/all.ts'

/** The forms, to read answers by. The cohorts are content that changes: an answer that names one is shown as it was sent. */
export const forms = allForms({ cohorts: [] })
