import { cohortOptions } from '../content/cohorts.ts'
import { cohorts } from '../content/content.ts'
import { allForms, type Forms } from '../forms/definitions/all.ts'

/** Every form, with the choices that content gives. */
export const loadForms = (): Forms => allForms({ cohorts: cohortOptions(cohorts) })
