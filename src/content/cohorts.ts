import { indianDay, shortDate } from '../shared/dates.ts'
import type { Cohort } from './schema/cohort.ts'

/** A cohort's name in forms and addresses: `cohort-6`. */
export const cohortValue = (cohort: Pick<Cohort, 'label'>): string => cohort.label.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The choices of an applicant: the cohorts that are not closed, as `Cohort 6 – starts 15 Jan 2026`. */
export function cohortOptions(cohorts: readonly Cohort[]): { value: string; label: string }[] {
  return cohorts
    .filter((cohort) => cohort.status !== 'Closed')
    .map((cohort) => ({ value: cohortValue(cohort), label: `${cohort.label} – starts ${shortDate(new Date(cohort.startDate))}` }))
}

/** Whether a cohort's deadline has passed on the day in India that `today` falls on. */
export const deadlinePassed = (cohort: Cohort, today: Date): boolean => cohort.applicationDeadline < indianDay(today)

/** The cohort that says Apply Now and whose deadline is not over; undefined when there is none. */
export const openCohort = (cohorts: readonly Cohort[], today: Date): Cohort | undefined =>
  cohorts.find((cohort) => cohort.status === 'Apply Now' && !deadlinePassed(cohort, today))

/** A warning for each cohort with the status Apply Now whose deadline has passed. */
export function warnings(cohorts: readonly Cohort[], today: Date): string[] {
  return cohorts
    .filter((cohort) => cohort.status === 'Apply Now' && deadlinePassed(cohort, today))
    .map(
      (cohort) =>
        `content/cohorts.yaml: ${cohort.label} says Apply Now, but its deadline, ` +
        `${shortDate(new Date(cohort.applicationDeadline))}, has passed`,
    )
}
