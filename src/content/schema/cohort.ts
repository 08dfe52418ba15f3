import { z } from 'zod'
import { day, text } from './values.ts'

/** Where a cohort stands, in the words that its card shows. */
export const cohortStates = ['Closed', 'Apply Now', 'Coming Soon'] as const

/** content/cohorts.yaml: the accelerator's cohorts, in the order of their start. */
export const cohortsSchema = z
  .array(
    z.strictObject({
      /** The cohort's name, as `Cohort 6`. */
      label: text,
      /** The day it starts. */
      startDate: day,
      /** The last day on which one can apply. */
      applicationDeadline: day,
      /** Closed, Apply Now or Coming Soon. */
      status: z.enum(cohortStates),
    }),
  )
  .min(1)

export type Cohort = z.output<typeof cohortsSchema>[number]
