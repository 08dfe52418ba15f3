import { after, hour, minute } from './dates.ts'

/** Whether a text names a time zone of the IANA database, as `Asia/Kolkata`. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** A format costs a hundred microseconds to construct: one for each zone. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function aheadOfUtc(zone: string, at: Date): number {
  const format = offsetFormats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  offsetFormats.set(zone, format)
  const parts = format.formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? []
  const ahead = Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute
  return sign === '-' ? -ahead : ahead
}

/**
 * The moment at which clocks in a zone show a day (`2025-11-15`) and an hour (`18:00`). An hour that a change to summer time leaves out counts
 * as if the clocks had been changed after it.
 */
export function zonedTime(day: string, hourOfDay: string, zone: string): Date {
  const asUtc = new Date(`${day}T${hourOfDay}:00Z`)
  const guess = after(asUtc, -aheadOfUtc(zone, asUtc))
  return after(asUtc, -aheadOfUtc(zone, guess))
}

/** A moment by a zone's clocks, as `{ day: '15 Dec 2025', time: '18:00', zone: 'India Standard Time' }`. */
export function zonedWords(at: Date, zone: string): { readonly day: string; readonly time: string; readonly zone: string } {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })
  const name = format({ timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return {
    day: format({ day: 'numeric', month: 'short', year: 'numeric' }).format(at),
    time: format({ hour: '2-digit', minute: '2-digit' }).format(at),
    zone: name ?? zone,
  }
}
