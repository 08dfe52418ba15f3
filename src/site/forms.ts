import { cohortOptions } from '../content/cohorts.ts'
import { cohorts, promises } from '../content/content.ts'
import { promiseTexts } from '../content/promises.ts'
import { allForms } from '../forms/definitions/all.ts'

/** The nine forms, with the choices and promises that content gives. */
export const forms = allForms({ cohorts: cohortOptions(cohorts) }, promiseTexts(promises))
