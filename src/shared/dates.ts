import { day, hour, minute, second } from './durations.ts'
import { after, later } from './moments.ts'
import { aheadOfUtc, formatIn, isRepeatedIn, momentOf, zonedWords, zoneMark } from './zones.ts'

export { after, day, hour, later, minute, second }

// Days begin, and times are shown, in the zone of the site (content/site.yaml). It is set where content is read; until then it is that of the machine.
let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
/** The offset from UTC on each day (in UTC) that has only one. */
const offsets = new Map<number, number>()

/** Sets the zone in which days begin and times are shown. */
export function setZone(name: string): void {
  if (name === zone) return
  zone = name
  offsets.clear()
}

/** The zone in which days begin and times are shown. */
export const siteZone = (): string => zone

/** A format in the site's zone. */
const inZone = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => formatIn(zone, options)

/** By how much clocks of the site are ahead of UTC at a moment, in milliseconds. */
export function aheadAt(at: Date): number {
  const number = Math.floor(at.getTime() / day)
  const cached = offsets.get(number)
  if (cached !== undefined) return cached
  const [first, last] = [number, number + 1].map((n) => aheadOfUtc(zone, new Date(n * day)))
  if (first === undefined || first !== last) return aheadOfUtc(zone, at)
  offsets.set(number, first)
  return first
}

/** `15 November 2025`, in the site's zone. */
export const longDate = (at: Date): string => inZone({ day: 'numeric', month: 'long', year: 'numeric' }).format(at)

/** `15 Nov 2025`, in the site's zone. */
export const shortDate = (at: Date): string => inZone({ day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** `5 December`, in the site's zone. */
export const dayAndMonth = (at: Date): string => inZone({ day: 'numeric', month: 'long' }).format(at)

/** `Saturday, 5 December`, in the site's zone. */
export const dayInWords = (at: Date): string => `${weekday(at)}, ${dayAndMonth(at)}`

/** `10:42`, in the site's zone. */
export const timeOfDay = (at: Date): string => inZone({ hour: '2-digit', minute: '2-digit' }).format(at)

/** `Friday`, in the site's zone. */
export const weekday = (at: Date): string => inZone({ weekday: 'long' }).format(at)

/** `15 November 2025, 10:42 India Standard Time`. */
export const longTime = (at: Date): string => `${longDate(at)}, ${timeOfDay(at)} ${zonedWords(at, zone).zone}`

/** The mark of the site's zone: `IST`. */
export const markOfZone = (at?: Date): string => zoneMark(zone, at)

/** What clocks of the site show at a moment, as `2025-11-15T10:42:00.000`. */
export const clockText = (at: Date): string => after(at, aheadAt(at)).toISOString().slice(0, -1)

/** The moment at which clocks of the site show what a clock in UTC shows at `asUtc`. */
export const fromClock = (asUtc: Date): Date => momentOf(asUtc, aheadAt)

/** The day of a moment, as `2025-11-15`, in the site's zone. */
export const dayOf = (at: Date): string => clockText(at).slice(0, 10)

/** The moment at which clocks of the site show a time (`18:00`) on a day (`2025-11-15`). */
export const timeOn = (date: string, time: string): Date => fromClock(new Date(`${date}T${time}Z`))

/** The moment at which a day (`2025-11-15`) begins. */
export const startOfDay = (date: string): Date => timeOn(date, '00:00')

/** The moment at which clocks of the site show the same time as at `at`, so many days later. A day on which they change has 23 or 25 hours. */
export const daysLater = (at: Date, days: number): Date => fromClock(after(new Date(`${clockText(at)}Z`), days * day))

/** Whether clocks of the site show the time of a moment twice, because they are set back. */
export const isRepeated = (at: Date): boolean => isRepeatedIn(zone, at)

/** The day that is `days` after `date`; both as `2025-11-15`. */
export const dayAfter = (date: string, days = 1): string =>
  after(new Date(`${date}T00:00:00Z`), days * day)
    .toISOString()
    .slice(0, 10)

/** The last moment of a day, as `2025-11-15`. */
export const endOfDay = (date: string): Date => after(startOfDay(dayAfter(date)), -1)

/** Whether a text is an existing day, as `2025-11-15`. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** `2026-11-22 14:15 UTC`, for operators. */
export const utcMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A time as part of a file name, `20261122-141503-207`, in UTC. Names sort by time. With milliseconds, because two restores can end in one second. */
export const fileStamp = (at: Date): string => at.toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-')

/** The time `months` months before `at`, on the same day of the month, or on the last day of a shorter one. */
export function monthsBefore(at: Date, months: number): Date {
  const before = new Date(at)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const last = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate()
  before.setUTCDate(Math.min(at.getUTCDate(), last))
  return before
}
