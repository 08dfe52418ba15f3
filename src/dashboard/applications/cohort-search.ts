import { noFilters, type UrlState, urlOf } from './url-state.ts'

/** A cohort as the search and the address name it: `6` for `cohort-6`. */
export const shortName = (cohort: string): string => cohort.replace(/^cohort-(?=\d+$)/, '')

/** A search without its word for a cohort, and with another one. */
export function withCohort(search: string, cohort: string | undefined): string {
  const words = search.split(' ').filter((word) => !/^cohort:/i.test(word))
  return [...(cohort === undefined ? [] : [`cohort:${shortName(cohort)}`]), ...words].join(' ').trim()
}

/** The list of the applications that chose a cohort, with further filters. */
export const cohortUrl = (cohort: string, filters: Partial<Pick<UrlState, 'status' | 'search'>> = {}): string =>
  urlOf({ ...noFilters, formType: 'Accelerator', ...filters, search: withCohort(filters.search ?? '', cohort) })
