/** The points of each signal. A negative weight is evidence that the submission is genuine. */
export const weights = {
  trap: 8,
  flood: 7,
  repeated: 7,
  foreign: 6,
  quick: 5,
  markup: 5,
  many_links: 5,
  name_link: 4,
  throwaway: 3,
  link: 3,
  reused_token: 3,
  over_limit: 2,
  program: 2,
  busy: 1,
  waited: -2,
} as const satisfies Readonly<Record<string, number>>

export type Signal = keyof typeof weights

/** Submissions with at least this many points are quarantined. */
export const threshold = 10

export const pointsOf = (signals: readonly Signal[]): number => signals.reduce((sum, signal) => sum + weights[signal], 0)
