import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { cohortUrl } from '../../../dashboard/applications/cohort-search.ts'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { formatCount, formatDay, formatMoment } from '../../../dashboard/labels.ts'
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

/** Where the offer of an application stands, for its row. */
export function OfferMark({ record }: { readonly record: ApplicationRecord }) {
  const state = useQuery(offersQuery).data?.offers.find(({ application_id }) => application_id === record.id)?.state
  return state === undefined || state === 'ended' ? null : (
    <span className="soft" title={`The place is ${state}`}>
      <span className="visually-hidden">Place </span>
      {state}
    </span>
  )
}

const counted = ['offered', 'taken', 'declined', 'lapsed'] as const

/** What became of the offers of a cohort, against its places, and who is next when one is free. */
export function CohortPlaces({ label }: { readonly label: string }) {
  const cohort = useQuery(offersQuery).data?.cohorts.find((each) => each.cohort === label)
  if (cohort === undefined) return null
  const { places, next } = cohort
  return (
    <section className="stack gap-2">
      <h2>Places</h2>
      <p>
        {places === null ? 'No number of places is set.' : `${formatCount(cohort.taken)} of ${formatCount(places)} taken.`}{' '}
        {counted.map((state, n) => (
          <span key={state}>
            {n > 0 && ', '}
            <a href={cohortUrl(cohort.value, { search: `is:${state}` })}>
              {formatCount(cohort[state])} {state}
            </a>
          </span>
        ))}
        .
      </p>
      {next !== null && (
        <p>
          A place is free. Next on the star list: <a href={urlOf({ ...noFilters, open: next.application_id })}>{next.name}</a>
        </p>
      )}
    </section>
  )
}
