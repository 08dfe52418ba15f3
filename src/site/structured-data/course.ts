import { deadlinePassed } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import type { Program } from '../../content/schema/program.ts'
import { publicUrlPlaceholder } from '../../shared/public-url.ts'
import { organizationRef } from './organization.ts'

/** A programme, for search engines (schema.org). */
export const course = (program: Program) => ({
  '@context': 'https://schema.org',
  '@type': 'EducationalOccupationalProgram',
  name: program.title,
  description: program.description,
  url: publicUrlPlaceholder + program.applicationLink,
  timeToComplete: isoDuration(program.duration),
  programPrerequisites: program.eligibility.join('; '),
  provider: organizationRef,
})

/** `6 months` as ISO 8601 has it, `P6M`; nothing for a span such as `3-6 months`, which it cannot say. */
function isoDuration(words: string): string | undefined {
  const [, count, unit] = /^(\d+) (week|month)s?$/.exec(words) ?? []
  return unit && `P${count}${unit === 'week' ? 'W' : 'M'}`
}

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
