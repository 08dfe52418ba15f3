// In a file of its own: the forms' script has no room for the formats of dates.ts.

/** Lengths of time in milliseconds. */
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** The moment `ms` milliseconds after `at`. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The later of two moments. */
export const later = (a: Date, b: Date): Date => new Date(Math.max(a.getTime(), b.getTime()))
