import { hour, minute } from './durations.ts'
import { after, later } from './moments.ts'
import { spoken } from './translate.ts'

/** Whether a text names a time zone of the IANA database, such as `Asia/Kolkata`. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The locale of what is said now. Each has hours from 0 to 23, as English has: Tamil would say AM. */
export const spokenLocale = (): string => {
  const language = spoken()
  return language === undefined ? 'en-GB' : `${language}-u-hc-h23`
}

/** A format, cached, because the constructor takes a hundred microseconds. */
export function formatIn(zone: string, options: Intl.DateTimeFormatOptions, locale = spokenLocale()): Intl.DateTimeFormat {
  const key = locale + zone + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  formats.set(key, format)
  return format
}

/** The name of a zone at a moment. */
const nameOf = (
  zone: string,
  timeZoneName: Intl.DateTimeFormatOptions['timeZoneName'],
  at: Date,
  locale?: string,
): string | undefined =>
  formatIn(zone, { timeZoneName }, locale)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value

/** The offset of a zone from UTC at a moment, in milliseconds. */
export function aheadOfUtc(zone: string, at: Date): number {
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(nameOf(zone, 'longOffset', at, 'en-GB') ?? '') ?? []
  const ahead = Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute
  return sign === '-' ? -ahead : ahead
}

/**
 * The moment at which clocks in a zone show a day (`2025-11-15`) and a time (`18:00`). For a time that a change to summer time skips, the offset from
 * before the change counts.
 */
export const zonedTime = (day: string, hourOfDay: string, zone: string): Date =>
  momentOf(new Date(`${day}T${hourOfDay}Z`), (at) => aheadOfUtc(zone, at))

/** The moment at which clocks in a zone show what a clock in UTC shows at `asUtc`. @param aheadAt the zone's offset from UTC at a moment */
export function momentOf(asUtc: Date, aheadAt: (at: Date) => number): Date {
  if (Number.isNaN(asUtc.getTime())) return asUtc
  const first = after(asUtc, -aheadAt(asUtc))
  const second = after(asUtc, -aheadAt(first))
  const isSkipped = aheadAt(second) !== aheadAt(first)
  return isSkipped ? later(first, second) : second
}

/** Whether clocks in a zone show the time of a moment twice, because they are set back. */
export function isRepeatedIn(zone: string, at: Date): boolean {
  const ahead = (ms: number): number => aheadOfUtc(zone, after(at, ms))
  const back = ahead(-3 * hour) - ahead(3 * hour)
  return back > 0 && [back, -back].some((ms) => ahead(ms) === ahead(0) - ms)
}

/** A moment in a zone, such as `{ day: '15 Dec 2025', time: '18:00', zone: 'India Standard Time' }`. */
export const zonedWords = (at: Date, zone: string): { readonly day: string; readonly time: string; readonly zone: string } => ({
  day: formatIn(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(at),
  time: formatIn(zone, { hour: '2-digit', minute: '2-digit' }).format(at),
  zone: nameOf(zone, 'long', at) ?? zone,
})

/**
 * The mark of a zone beside a time: `IST`, `CEST`, `GMT+3`. Each of these locales knows the letters of its own region, and has `GMT+…` for the others.
 * @param at without it, a mark for any day of the year
 */
export function zoneMark(zone: string, at?: Date): string {
  const short = (moment: Date): string => {
    const names = ['en-IN', 'en-GB', 'en-US', 'en-AU'].map((locale) => nameOf(zone, 'short', moment, locale) ?? zone)
    return names.find((name) => !/^(GMT|UTC)./.test(name)) ?? names[0] ?? zone
  }
  if (at !== undefined) return short(at)
  const [winter, summer] = [short(new Date('2026-01-01')), short(new Date('2026-07-01'))]
  return winter === summer ? winter : `${winter}/${summer}`
}
