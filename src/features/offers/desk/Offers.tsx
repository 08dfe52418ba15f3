import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { formatCount, formatDay, formatMoment } from '../../../dashboard/labels.ts'
import { type OfferRecord, offerRoutes as routes } from '../api.ts'
import { offersQuery } from './OfferMark.tsx'

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
            <a href={urlOf({ ...noFilters, search: `is:${state} cohort:${cohort.value}` })}>
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
