import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { deskPath } from '../../../dashboard/applications/url-state.ts'
import type { CommitteeReviewRecord, CommitteeRoundRecord, CommitteeRoundResponse } from '../api.ts'
import styles from './committee.module.css'
import { committeeQuery } from './committee.ts'
import { reviewWords } from './round-words.ts'

type Row = CommitteeRoundResponse['applications'][number]

/** What the rows are in the order of: a number of theirs, or what one member gave. */
type Order = 'name' | 'mean' | 'spread' | `of ${string}`

/** Between the lowest and the highest score; one score has none. */
const spreadOf = ({ summary: { low, high, scored } }: Row): number | null =>
  scored < 2 || low === null || high === null ? null : high - low

function numberOf(row: Row, order: Order): number | null {
  if (order === 'mean') return row.summary.mean
  return order === 'spread' ? spreadOf(row) : (row.reviews.find(({ member }) => `of ${member}` === order)?.score ?? null)
}

/** The rows in an order, the highest first; those without a number last, and names from A. */
function ordered(rows: readonly Row[], order: Order): readonly Row[] {
  const byName = rows.toSorted((a, b) => a.name.localeCompare(b.name))
  if (order === 'name') return byName
  return byName.toSorted((a, b) => (numberOf(b, order) ?? -1) - (numberOf(a, order) ?? -1))
}

/** How many applications the best of a round are. */
const best = 20

/** Where the list shows the best of a round, by their mean; undefined without a score. */
function bestInList(rows: readonly Row[]): string | undefined {
  const means = rows.flatMap(({ summary: { mean } }) => mean ?? []).toSorted((a, b) => b - a)
  const least = means[Math.min(best, means.length) - 1]
  return least === undefined ? undefined : `${deskPath}?q=${encodeURIComponent(`committee:>=${least}`)}`
}

/** What a member gave: a number; a sign with its words where there is none. */
function MemberScore({ review, reads }: { readonly review: CommitteeReviewRecord | undefined; readonly reads: boolean }) {
  const [sign, words] =
    review === undefined
      ? reads
        ? ['–', 'not opened']
        : ['', 'not theirs']
      : [review.conflict ? '×' : String(review.score ?? '…'), reviewWords(review)]
  return (
    <span title={words}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** The applications of a round: mean, spread, and what each member gave; by any of these. */
export function RoundTable({ round }: { readonly round: CommitteeRoundRecord }) {
  const { data } = useQuery(committeeQuery(round.id))
  const [order, setOrder] = useState<Order>('mean')
  const [shown, setShown] = useState<string>()
  if (data === undefined) return <p aria-busy="true" />
  const rows = ordered(data.applications, order)
  const link = bestInList(data.applications)
  const head = (words: string, by: Order) => (
    <th scope="col" aria-sort={order === by ? (by === 'name' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className="bare" onClick={() => setOrder(by)}>
        {words}
      </button>
    </th>
  )
  return (
    <>
      {link !== undefined && (
        <p className="small">
          <a href={link}>{rows.length > best ? `The best ${best} in the list` : 'Those with a score in the list'}</a>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <section className={`across ${styles.within}`} tabIndex={0} aria-label={`Scores of ${round.title}`}>
        <table className={`figures ${styles.scores}`}>
          <thead>
            <tr>
              {head('Application', 'name')}
              {head('Mean', 'mean')}
              {head('Spread', 'spread')}
              {round.members.map(({ id, name }) => (
                <Fragment key={id}>{head(name, `of ${name}`)}</Fragment>
              ))}
              <th scope="col">Comments</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const comments = row.reviews.filter(({ comment }) => comment !== '')
              const isShown = shown === row.id
              return (
                <Fragment key={row.id}>
                  <tr>
                    <th scope="row">
                      <a href={`${deskPath}?details=${encodeURIComponent(row.id)}`} dir="auto">
                        {row.name}
                      </a>
                    </th>
                    <td>{row.summary.mean?.toFixed(1)}</td>
                    <td>{spreadOf(row)}</td>
                    {round.members.map(({ id, name }) => (
                      <td key={id}>
                        <MemberScore
                          review={row.reviews.find(({ member }) => member === name)}
                          reads={row.readers.includes(id)}
                        />
                      </td>
                    ))}
                    <td>
                      {comments.length > 0 && (
                        <button
                          type="button"
                          className="bare underlined"
                          aria-expanded={isShown}
                          aria-label={`${comments.length === 1 ? '1 comment' : `${comments.length} comments`} on ${row.name}`}
                          onClick={() => setShown(isShown ? undefined : row.id)}
                        >
                          {comments.length}
                        </button>
                      )}
                    </td>
                  </tr>
                  {isShown && (
                    <tr>
                      <td colSpan={round.members.length + 4}>
                        <ul className="stack gap-2">
                          {comments.map((review) => (
                            <li key={review.member}>
                              <b>{review.member}</b>, {reviewWords(review)}
                              <p className="quote">{review.comment}</p>
                            </li>
                          ))}
                        </ul>
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </section>
    </>
  )
}
