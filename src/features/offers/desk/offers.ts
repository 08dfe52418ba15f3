import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { formatDay, formatMoment } from '../../../dashboard/labels.ts'
import { minute } from '../../../shared/dates.ts'
import { type OfferRecord, offerRoutes as routes } from '../api.ts'

/** The offers of all applications, with their counts by cohort. */
export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: ({ signal }) => call(routes.offers, { signal }),
  refetchInterval: minute,
})

/** The offer of an application. */
export const offerQuery = (id: string) =>
  queryOptions({ queryKey: ['offers', id], queryFn: ({ signal }) => call(routes.offer, { at: { id }, signal }) })

/** Loads again what shows an offer. */
export function refreshOffers(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: ['offers'] })
  void client.invalidateQueries({ queryKey: ['application', id] })
}

/** Where an offer stands, in a sentence. */
export function offerWords({ state, cohort, ends_at, answered_at, answer }: OfferRecord): string {
  const at = answered_at === null ? '' : ` on ${formatMoment(answered_at)}`
  switch (state) {
    case 'offered':
      return `A place in ${cohort} is offered until the end of ${formatDay(ends_at)}.`
    case 'taken':
      return `${answer} took the place in ${cohort}${at}.`
    case 'declined':
      return `The place in ${cohort} was declined${at}.`
    case 'lapsed':
      return `The offer of a place in ${cohort} lapsed at the end of ${formatDay(ends_at)}.`
    case 'ended':
      return `The offer of a place in ${cohort} has ended.`
  }
}
