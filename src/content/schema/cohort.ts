import { z } from 'zod'
import { isZone } from '../../shared/zones.ts'
import { day, text } from './values.ts'

/** Where a cohort stands, in the words that its card shows. */
const cohortStates = ['Closed', 'Apply Now', 'Coming Soon'] as const

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
      /** The hour at which applications close on that day, as `18:00`; without it, the day's end. */
      closesAt: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour such as 18:00')
        .optional(),
      /** The time zone of that day and hour; without it, India's. */
      zone: z.string().refine(isZone, 'a time zone such as Asia/Kolkata').optional(),
      /** The day on which a cohort that is Coming Soon opens by itself; without it, an editor changes its status. */
      opensOn: day.optional(),
      /** The hour at which it opens on that day, as `10:00`; without it, the day's beginning. */
      opensAt: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour such as 10:00')
        .optional(),
      /** How many minutes after closing an application still counts; without it, 30. */
      grace: z.number().int().min(0).max(1440).optional(),
      /** How many companies it takes. */
      places: z.number().int().min(1).optional(),
      /** Closed, Apply Now or Coming Soon. */
      status: z.enum(cohortStates),
    }),
  )
  .min(1)

export type Cohort = z.output<typeof cohortsSchema>[number]
