// In a file of its own: the forms' script has no room for the formats of dates.ts.

/** Lengths of time in milliseconds. */
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** How often something may happen: at most `count` times in `periodMs`. */
export interface Rate {
  readonly count: number
  readonly periodMs: number
}
