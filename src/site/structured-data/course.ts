import type { Program } from '../../content/schema/program.ts'
import { publicUrlPlaceholder } from '../../shared/public-url.ts'

/** A programme, for search engines (schema.org). */
export const course = (program: Program) => ({
  '@context': 'https://schema.org',
  '@type': 'EducationalOccupationalProgram',
  name: program.title,
  description: program.description,
  url: publicUrlPlaceholder + program.applicationLink,
  timeToComplete: program.duration,
  programPrerequisites: program.eligibility.join('; '),
  provider: { '@id': `${publicUrlPlaceholder}/#organization` },
})
