import { cohortOptions } from '../content/cohorts.ts'
import { cohorts } from '../content/content.ts'
import { allForms } from '../forms/definitions/all.ts'

/** The nine forms, with the choices that content gives. */
export const forms = allForms({ cohorts: cohortOptions(cohorts) })
