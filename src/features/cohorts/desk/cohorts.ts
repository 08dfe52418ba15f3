import { queryOptions } from '@tanstack/react-query'
import { shortName } from '../../../dashboard/applications/url-state.ts'
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

export const reportUrl = (cohort: string): string => `${cohortsPath}/${shortName(cohort)}`

/** The places of a cohort that are left, such as `3 of 12 places left`; undefined if the content says no number. */
export function placesLeft({ places, byStatus }: CohortReport): string | undefined {
  if (places === null) return undefined
  const left = places - byStatus.approved
  return left < 0 ? `${formatCount(-left)} more than the ${places} places` : `${formatCount(left)} of ${places} places left`
}
