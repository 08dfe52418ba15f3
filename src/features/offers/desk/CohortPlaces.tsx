import { useQuery } from '@tanstack/react-query'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { cohortUrl } from '../../../dashboard/cohorts/cohorts.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import { offersQuery } from './offers.ts'

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
