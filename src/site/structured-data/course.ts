import type { Program } from '../../content/schema/program.ts'
import { publicUrlPlaceholder } from '../../shared/public-url.ts'
import { ourselves } from './organization.ts'

/** A programme, for search engines (schema.org). */
export const course = (program: Program) => ({
  '@context': 'https://schema.org',
  '@type': 'EducationalOccupationalProgram',
  name: program.title,
  description: program.description,
  url: publicUrlPlaceholder + program.applicationLink,
  timeToComplete: isoDuration(program.duration),
  programPrerequisites: program.eligibility.join('; '),
  provider: ourselves,
})

/** `6 months` as ISO 8601 has it, `P6M`; nothing for a span such as `3-6 months`, which it cannot say. */
function isoDuration(words: string): string | undefined {
  const [, count, unit] = /^(\d+) (week|month)s?$/.exec(words) ?? []
  return unit && `P${count}${unit === 'week' ? 'W' : 'M'}`
}
