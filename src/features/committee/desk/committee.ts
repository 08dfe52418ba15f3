import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { minute } from '../../../shared/dates.ts'
import { committeeRoutes as routes } from '../api.ts'

/** The page of the rounds. */
export const committeePath = '/app/committee'

/** The mean of each application that is in a round. Of rounds that are over they change no more. */
export const meansQuery = queryOptions({
  queryKey: ['committees', 'means'],
  queryFn: ({ signal }) => call(routes.committeeMeans, { signal }),
  staleTime: minute,
  refetchInterval: ({ state: { data } }) => data?.open === true && minute,
})

/** The rounds of committees. Those that are over change no more. */
export const committeesQuery = queryOptions({
  queryKey: ['committees'],
  queryFn: ({ signal }) => call(routes.committees, { signal }),
  staleTime: minute,
  refetchInterval: ({ state: { data } }) => data?.rounds.some(({ open }) => open) === true && minute,
})

/** A round with its applications and their reviews. */
export const committeeQuery = (id: string) =>
  queryOptions({
    queryKey: ['committees', id],
    queryFn: ({ signal }) => call(routes.committee, { at: { id }, signal }),
    refetchInterval: ({ state: { data } }) => data?.round.open === true && minute,
  })

/** The reviews of an application in every round. */
export const reviewsQuery = (id: string) =>
  queryOptions({
    queryKey: ['committees', 'application', id],
    queryFn: ({ signal }) => call(routes.applicationCommittee, { at: { id }, signal }),
    staleTime: minute,
  })
