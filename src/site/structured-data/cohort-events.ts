import { deadlinePassed } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import type { Program } from '../../content/schema/program.ts'
import { publicUrlPlaceholder } from '../../shared/public-url.ts'
import { course } from './course.ts'

/**
 * A programme, and once more for each cohort that one can still join on `today`, with its start and deadline, for search engines
 * (schema.org): they would show a deadline that has passed as if it were to come.
 */
export const cohortEvents = (program: Program, cohorts: readonly Cohort[], today: Date): readonly object[] => [
  course(program),
  ...cohorts
    .filter((cohort) => cohort.status !== 'Closed' && !deadlinePassed(cohort, today))
    .map(({ label, startDate, applicationDeadline }) => ({
      ...course(program),
      '@id': `${publicUrlPlaceholder}${program.applicationLink}#${label.toLowerCase().replaceAll(' ', '-')}`,
      name: `${program.title}, ${label}`,
      startDate,
      applicationDeadline,
    })),
]
