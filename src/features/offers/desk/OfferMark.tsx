import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { call } from '../../../dashboard/client.ts'
import { minute } from '../../../shared/dates.ts'
import { offerRoutes as routes } from '../api.ts'

/** The offers of all applications, with their counts by cohort. */
export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: ({ signal }) => call(routes.offers, { signal }),
  staleTime: minute,
  refetchInterval: minute,
})

/** Where the offer of an application stands, for its row. */
export function OfferMark({ record }: { readonly record: ApplicationRecord }) {
  const { data: state } = useQuery({
    ...offersQuery,
    select: ({ offers }) => offers.find(({ application_id }) => application_id === record.id)?.state,
  })
  return state === undefined || state === 'ended' ? null : (
    <span className="soft" title={`The place is ${state}`}>
      <span className="visually-hidden">Place </span>
      {state}
    </span>
  )
}
