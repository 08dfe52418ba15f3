import { useQuery } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { committeePath, meansQuery, reviewsQuery } from './committee.ts'
import { RoundReviews } from './RoundReviews.tsx'

/** What committees said about an application; renders nothing while it is in no round. */
export function CommitteeReviews({ record }: { readonly record: ApplicationRecord }) {
  const isInRound = useQuery(meansQuery).data?.means[record.id] !== undefined
  const { data } = useQuery({ ...reviewsQuery(record.id), enabled: isInRound })
  if (!isInRound || data === undefined) return null
  return (
    <section className="stack gap-2" data-committee="">
      <h3>Committee</h3>
      {data.rounds.map(({ id, title, members, summary, reviews }) => (
        <div key={id}>
          <p>
            <a href={`${committeePath}#${id}`}>{title}</a>
          </p>
          <RoundReviews members={members} summary={summary} reviews={reviews} />
        </div>
      ))}
    </section>
  )
}
