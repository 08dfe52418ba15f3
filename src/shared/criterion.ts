/** One line of a rubric, and what the ends of its scale mean. */
export interface Criterion {
  /** Its key in scores; it stays when the name changes. */
  readonly id: string
  readonly name: string
  /** A sentence: what to look for. */
  readonly guidance: string
  /** What a 1 and a 5 are. */
  readonly low: string
  readonly high: string
  /** How much it counts in the total, 1 to 10. */
  readonly weight: number
}

/** How the applications of one form are scored; empty if they are not. */
export type Rubric = readonly Criterion[]

/** The most criteria of a rubric, the most characters of a criterion's texts (`anchor`: `low` and `high`), and the largest weight. */
export const rubricLimits = { criteria: 12, name: 60, guidance: 300, anchor: 120, weight: 10 } as const

/** Whether a value can be the id of a criterion. */
export const isCriterionId = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value)
