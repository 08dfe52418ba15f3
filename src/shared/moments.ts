// In a file of its own: the forms’ script loads all of durations.ts.

/** The moment `ms` milliseconds after `at`. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The later of two moments. */
export const later = (a: Date, b: Date): Date => new Date(Math.max(a.getTime(), b.getTime()))
