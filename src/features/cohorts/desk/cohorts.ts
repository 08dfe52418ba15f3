import { queryOptions } from '@tanstack/react-query'
import { noFilters, type UrlState, urlOf } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import { minute } from '../../../shared/dates.ts'
import { cohortRoutes } from '../api.ts'
import type { CohortReport } from '../rules.ts'

/** The reports of the cohorts. */
export const cohortsPath = '/app/cohorts'

/** The numbers of every cohort, in the order of the content. */
export const cohortsQuery = queryOptions({
  queryKey: ['cohorts'],
  queryFn: async ({ signal }) => (await call(cohortRoutes.cohorts, { signal })).cohorts,
  staleTime: minute,
})

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

/** The report of a cohort. */
export const reportUrl = (cohort: string): string => `${cohortsPath}/${shortName(cohort)}`

/** The places of a cohort that are left, such as `3 of 12 places left`; undefined if the content says no number. */
export function placesLeft({ places, byStatus }: CohortReport): string | undefined {
  if (places === null) return undefined
  const left = places - byStatus.approved
  return left < 0 ? `${formatCount(-left)} more than the ${places} places` : `${formatCount(left)} of ${places} places left`
}
