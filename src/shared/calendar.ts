import { day, hour, minute } from './durations.ts'
import { after } from './moments.ts'
import { aheadOfUtc, isRepeatedIn } from './zones.ts'

/** An event of a calendar (RFC 5545). Texts may be any text. */
export interface CalendarEvent {
  /** The same for all versions of the event. */
  readonly uid: string
  /** It rises with every version. Undefined in a feed, which a calendar reads as a whole. */
  readonly sequence?: number
  /** When this version was made. */
  readonly since: Date
  readonly at: Date
  readonly minutes: number
  readonly title: string
  /** Empty for none. */
  readonly location: string
  readonly text?: string
  readonly url?: string
  /** For a letter: who invites, and who is invited. */
  readonly organizer?: { readonly name: string; readonly address: string }
  readonly attendee?: string
}

/** One meeting of an application, in letters, feeds and files: a calendar that reads two of them has it once. */
export const meetingUid = (id: string): string => `kolam-meeting-${id}`

/** `REQUEST` and `CANCEL`: a letter about one event, which is new, changed or cancelled. `PUBLISH`: a feed. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a calendar must not contain
const control = /[\u0000-\u0009\u000b-\u001f\u007f]/g

const text = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(control, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** A value of a parameter, in quotes. */
const quoted = (value: string): string => `"${value.toWellFormed().replace(control, ' ').replace(/["\n]/g, "'")}"`

/** `20261203T150000` */
const clock = (asUtc: Date): string => asUtc.toISOString().slice(0, 19).replace(/[-:]/g, '')
const utc = (at: Date): string => `${clock(at)}Z`

/** `+0530` */
function offset(ms: number): string {
  const minutes = Math.abs(Math.round(ms / minute))
  const digits = [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0'))
  return (ms < 0 ? '-' : '+') + digits.join('')
}

/** The moments at which the clocks of a zone change, between two moments. */
function changes(zone: string, from: Date, until: Date): readonly Date[] {
  const all: Date[] = []
  for (let at = from; at < until; at = after(at, day)) {
    if (aheadOfUtc(zone, at) === aheadOfUtc(zone, after(at, day))) continue
    let [low, high] = [at.getTime(), at.getTime() + day]
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / (2 * minute)) * minute
      if (aheadOfUtc(zone, new Date(middle)) === aheadOfUtc(zone, at)) low = middle
      else high = middle
    }
    all.push(new Date(high))
  }
  return all
}

/** The zone as it is from a year before the first event until a year after the last: calendars need its rules, not only its name. */
function timezone(zone: string, events: readonly CalendarEvent[]): readonly string[] {
  const times = events.map(({ at }) => at.getTime())
  const [from, until] = [new Date(Math.min(...times) - 366 * day), new Date(Math.max(...times) + 366 * day)]
  const first = aheadOfUtc(zone, from)
  const all = changes(zone, from, until)
  const winter = Math.min(first, ...all.map((at) => aheadOfUtc(zone, at)))
  const part = (ahead: number, before: number, start: string): readonly string[] => {
    const kind = ahead > winter ? 'DAYLIGHT' : 'STANDARD'
    return [`BEGIN:${kind}`, `DTSTART:${start}`, `TZOFFSETFROM:${offset(before)}`, `TZOFFSETTO:${offset(ahead)}`, `END:${kind}`]
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...part(first, first, '19700101T000000'),
    ...all.flatMap((at) => {
      const before = aheadOfUtc(zone, after(at, -hour))
      // On the clock before the change.
      return part(aheadOfUtc(zone, at), before, clock(after(at, before)))
    }),
    'END:VTIMEZONE',
  ]
}

function eventLines(event: CalendarEvent, zone: string, method: CalendarMethod): readonly string[] {
  const { uid, sequence, since, at, minutes, title, location, organizer, attendee } = event
  const end = after(at, minutes * minute)
  // A time that clocks show twice is the first of the two for calendars.
  const isLocal = !isRepeatedIn(zone, at) && !isRepeatedIn(zone, end)
  const time = (name: string, moment: Date): string =>
    isLocal ? `${name};TZID=${zone}:${clock(after(moment, aheadOfUtc(zone, moment)))}` : `${name}:${utc(moment)}`
  return [
    'BEGIN:VEVENT',
    `UID:${text(uid)}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    `DTSTAMP:${utc(since)}`,
    time('DTSTART', at),
    time('DTEND', end),
    `SUMMARY:${text(title)}`,
    ...(location === '' ? [] : [`LOCATION:${text(location)}`]),
    ...(event.text === undefined ? [] : [`DESCRIPTION:${text(event.text)}`]),
    ...(event.url === undefined ? [] : [`URL:${event.url}`]),
    ...(organizer === undefined ? [] : [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`]),
    ...(attendee === undefined ? [] : [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee}`]),
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

/** A line in pieces of at most 75 bytes, as the format requires; no character is split. */
function folded(line: string): string {
  const pieces: string[] = []
  let [piece, size] = ['', 0]
  for (const character of line) {
    const bytes = new TextEncoder().encode(character).length
    if (size + bytes > 74) {
      pieces.push(piece)
      piece = ''
      size = 0
    }
    piece += character
    size += bytes
  }
  return [...pieces, piece].join('\r\n ')
}

/**
 * A calendar as a text.
 * @param zone of the IANA database; the times are in it
 * @param name of a feed
 */
export const calendar = (events: readonly CalendarEvent[], method: CalendarMethod, zone: string, name?: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meetings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name === undefined ? [] : [`X-WR-CALNAME:${text(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    ...(events.length === 0 ? [] : timezone(zone, events)),
    ...events.flatMap((event) => eventLines(event, zone, method)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
