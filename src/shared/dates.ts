/** Lengths of time in milliseconds. */
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** The moment `ms` milliseconds after `at`. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const long = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' })
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' })

/** `15 November 2025`, as a reader in Chennai would date it. */
export const longDate = (at: Date): string => long.format(at)

/** `15 Nov 2025`, as a reader in Chennai would date it. */
export const shortDate = (at: Date): string => short.format(at)
