/** The reviews of an application by a committee in numbers. */
export interface CommitteeSummary {
  /** How many members have read it, scored it, and have a conflict of interest. */
  readonly read: number
  readonly scored: number
  readonly conflicts: number
  /** To one decimal; null without a score. */
  readonly mean: number | null
  /** The lowest and the highest score; null without one. */
  readonly low: number | null
  readonly high: number | null
}

interface Reviewed {
  readonly score: number | null
  readonly conflict: boolean
}

/** Sums up the reviews of an application, of members who have read it. A score beside a conflict of interest does not count. */
export function summaryOf(reviews: readonly Reviewed[]): CommitteeSummary {
  const scores = reviews.flatMap(({ score, conflict }) => (score === null || conflict ? [] : [score]))
  const hasNone = scores.length === 0
  return {
    read: reviews.length,
    scored: scores.length,
    conflicts: reviews.filter(({ conflict }) => conflict).length,
    mean: hasNone ? null : Math.round((10 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 10,
    low: hasNone ? null : Math.min(...scores),
    high: hasNone ? null : Math.max(...scores),
  }
}

/** The mean of the scores of each application that has one, to one decimal, by its id. */
export function meansOf(reviews: readonly (Reviewed & { readonly applicationId: string })[]): Readonly<Record<string, number>> {
  const byApplication = Map.groupBy(reviews, ({ applicationId }) => applicationId)
  return Object.fromEntries(
    [...byApplication].flatMap(([id, own]) => {
      const { mean } = summaryOf(own)
      return mean === null ? [] : [[id, mean]]
    }),
  )
}

/** The longest comment of a member, in characters. */
export const maxComment = 5_000
