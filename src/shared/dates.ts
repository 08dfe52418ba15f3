import { day, hour, minute, second } from './durations.ts'

export { day, hour, minute, second }

/** The moment `ms` milliseconds after `at`. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The later of two moments. */
export const later = (a: Date, b: Date): Date => new Date(Math.max(a.getTime(), b.getTime()))

const long = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' })
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' })

/** `15 November 2025`, in Indian time. */
export const longDate = (at: Date): string => long.format(at)

const time = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'Asia/Kolkata' })

/** `15 November 2025, 10:42 in India`. */
export const longTime = (at: Date): string => `${long.format(at)}, ${time.format(at)} in India`

/** `15 Nov 2025`, in Indian time. */
export const shortDate = (at: Date): string => short.format(at)

/** The offset of Indian time from UTC, in milliseconds; India has no summer time. */
export const aheadInIndia = 5.5 * hour

/** The day of a moment in India, as `2025-11-15`. */
export const indianDay = (at: Date): string => after(at, aheadInIndia).toISOString().slice(0, 10)

/** The moment at which a day (`2025-11-15`) begins in India. */
export const indianMidnight = (date: string): Date => after(new Date(`${date}T00:00:00Z`), -aheadInIndia)

/** The day that is `days` after `date`; both as `2025-11-15`. */
export const dayAfter = (date: string, days = 1): string =>
  after(new Date(`${date}T00:00:00Z`), days * day)
    .toISOString()
    .slice(0, 10)

/** Whether a text is an existing day, as `2025-11-15`. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** `2026-11-22 14:15 UTC`, for operators. */
export const utcMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A time as part of a file name, `20261122-141503-207`, in UTC. Names sort by time. With milliseconds, because two restores can end in one second. */
export const fileStamp = (at: Date): string => at.toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-')
