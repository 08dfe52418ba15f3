import { useQueries, useQuery } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { committeeQuery, committeesQuery } from './committee.ts'
import { RoundReviews } from './RoundReviews.tsx'

/** What committees said about an application, on paper. Each round is loaded once, for all its applications. */
export function CommitteePaper({ record }: { readonly record: ApplicationRecord }) {
  const rounds = (useQuery(committeesQuery).data?.rounds ?? []).filter(({ applications }) => applications.includes(record.id))
  const loaded = useQueries({ queries: rounds.map(({ id }) => committeeQuery(id)) })
  return loaded.map(({ data }) => {
    const own = data?.applications.find(({ id }) => id === record.id)
    if (data === undefined || own === undefined) return null
    return (
      <section key={data.round.id}>
        <h3>{data.round.title}</h3>
        <RoundReviews members={data.round.members.length} summary={own.summary} reviews={own.reviews} />
      </section>
    )
  })
}
