import { z } from 'zod'
import { isZone } from '../../shared/zones.ts'
import { day, text } from './values.ts'

/** The statuses of a cohort, as its card shows them. */
const cohortStates = ['Closed', 'Apply Now', 'Coming Soon'] as const

/** content/cohorts.yaml: the accelerator's cohorts, by start day. */
export const cohortsSchema = z
  .array(
    z.strictObject({
      /** [Name] The cohort's name, such as `Cohort 6`. */
      label: text,
      /** [Starts on] The day it starts. */
      startDate: day,
      /** [Apply by] The last day for applications. */
      applicationDeadline: day,
      /** [Closes at] The time at which applications close on that day, such as `18:00`; the default is the end of the day. */
      closesAt: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour such as 18:00')
        .optional(),
      /** [Time zone] The time zone of that day and time; the default is that of the site. */
      zone: z.string().refine(isZone, 'a time zone such as Europe/Lisbon').optional(),
      /** [Opens on] The day on which a cohort with the status Coming Soon opens automatically. Without it, an editor changes the status. */
      opensOn: day.optional(),
      /** [Opens at] The time at which it opens on that day, such as `10:00`; the default is the beginning of the day. */
      opensAt: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour such as 10:00')
        .optional(),
      /** [Minutes of grace] For how many minutes after the deadline an application still counts; the default is 30. */
      grace: z.number().int().min(0).max(1440).optional(),
      /** The number of places for companies. */
      places: z.number().int().min(1).optional(),
      /** [Deal] The deal that a place comes with, in five sentences, for the offer to a founder; without it no place is offered. */
      deal: z.array(text).length(5).optional(),
      /** [When a place is taken] What is requested from a company that takes a place, three requests at most, such as bank details and the logo. */
      asks: z
        .array(
          z.strictObject({
            /** [Request] What is needed, in words for the founder. */
            text,
            /** [Answer] What they answer with: text, file, both or picture. */
            kind: z.enum(['text', 'file', 'both', 'picture']),
          }),
        )
        .max(3)
        .optional(),
      /** [Companies] The companies that take part and agreed to be named, as /portfolio lists them. */
      companies: z
        .array(
          z.strictObject({
            /** The company’s name. */
            name: text,
            /** [What it does] What it does, in one sentence. */
            about: text,
          }),
        )
        .optional(),
      /** Closed, Apply Now or Coming Soon. */
      status: z.enum(cohortStates),
    }),
  )
  .min(1)

export type Cohort = z.output<typeof cohortsSchema>[number]
