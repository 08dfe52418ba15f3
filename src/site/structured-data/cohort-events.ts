import type { Cohort } from '../../content/schema/cohort.ts'
import type { Program } from '../../content/schema/program.ts'
import { publicUrlPlaceholder } from '../../shared/public-url.ts'
import { course } from './course.ts'

/** A programme once for each cohort that one can still join, with its start and deadline, for search engines (schema.org). */
export const cohortEvents = (program: Program, cohorts: readonly Cohort[]) =>
  cohorts
    .filter(({ status }) => status !== 'Closed')
    .map(({ label, startDate, applicationDeadline }) => ({
      ...course(program),
      '@id': `${publicUrlPlaceholder}${program.applicationLink}#${label.toLowerCase().replaceAll(' ', '-')}`,
      name: `${program.title}, ${label}`,
      startDate,
      applicationDeadline,
    }))
