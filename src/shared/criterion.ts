/** A criterion of a rubric, with the meaning of the ends of its scale. */
export interface Criterion {
  /** Its key in scores, which stays if the name changes. */
  readonly id: string
  readonly name: string
  /** A sentence: what to look for. */
  readonly guidance: string
  /** The meaning of a 1 and of a 5. */
  readonly low: string
  readonly high: string
  /** Its weight in the total, 1 to 10. */
  readonly weight: number
}

/** The criteria of a form; empty if its applications are not scored. */
export type Rubric = readonly Criterion[]

/** The maximum number of criteria, the maximum lengths of a criterion's texts (`anchor`: `low` and `high`), and the maximum weight. */
export const rubricLimits = { criteria: 12, name: 60, guidance: 300, anchor: 120, weight: 10 } as const

/** Whether a value can be the id of a criterion. */
export const isCriterionId = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value)
