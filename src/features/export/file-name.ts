import type { ParsedQuery } from '../../applications/query/query.ts'
import { dayOf } from '../../shared/dates.ts'

/** The letters and digits of a name, for a file name: `Shortlist (2)` is `shortlist-2`. Empty when it has none of ASCII. */
const slug = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')

/**
 * The name of an exported file: `applications-Accelerator-pitch-cohort-6-shortlist-2025-11-15.csv`.
 * @param view the name of the saved view; without one, `search` says that words were searched
 */
export const exportName = (
  { formType, status, cohort, search }: Pick<ParsedQuery, 'formType' | 'status' | 'cohort' | 'search'>,
  at: Date,
  extension: string,
  view = '',
): string =>
  `${['applications', formType, status, cohort, slug(view) || (search === undefined ? '' : 'search'), dayOf(at)].filter(Boolean).join('-')}.${extension}`
