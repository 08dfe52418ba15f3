import type { CommitteeReviewRecord } from '../api.ts'
import type { CommitteeSummary } from '../rules.ts'
import { reviewWords, summaryWords } from './round-words.ts'

interface RoundReviewsProps {
  /** How many members the round has. */
  readonly members: number
  readonly summary: CommitteeSummary
  readonly reviews: readonly CommitteeReviewRecord[]
}

/** The reviews of one application in one round: how many read it, mean and spread of the scores, the comments. */
export const RoundReviews = ({ members, summary, reviews }: RoundReviewsProps) => (
  <>
    <p className="soft small">
      <strong>{summaryWords(summary)}</strong>
      {summary.scored > 0 && ' · '}
      read by {summary.read} of {members}
      {summary.conflicts > 0 && ` · conflicts of interest: ${summary.conflicts}`}
    </p>
    {reviews.length > 0 && (
      <ul className="stack gap-2 small">
        {reviews.map((review) => (
          <li key={review.member}>
            <b>{review.member}</b>, {reviewWords(review)}
            {review.comment !== '' && <p className="quote">{review.comment}</p>}
          </li>
        ))}
      </ul>
    )}
  </>
)
