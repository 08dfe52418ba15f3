import { createContext, runInContext } from 'node:vm'
import ICAL from 'ical.js'
import { after, day, fromClock, second, startOfDay } from '../../shared/dates.ts'
import { isZone, zonedTime } from '../../shared/zones.ts'

/** A time in which somebody is busy. */
interface BusyTime {
  readonly from: Date
  readonly until: Date
}

/** The most times of one event that are looked at, events that are read, and busy times that are kept. */
const [maxTimes, maxEvents, maxBusy] = [20_000, 5_000, 5_000]
/** A rule that never happens, such as each 30 February, is searched for ever. */
const limitMs = 2 * second

/** The moment of a time of a calendar. A time without a zone, and a whole day, are in the site's zone. */
function momentOf(time: ICAL.Time, tzid: string | undefined): Date {
  const [date = '', clock = ''] = [time.toString().slice(0, 10), time.toString().slice(11, 19)]
  if (time.isDate) return startOfDay(date)
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toJSDate()
  if (tzid !== undefined && isZone(tzid)) return zonedTime(date, clock, tzid)
  return time.zone === ICAL.Timezone.localTimezone ? fromClock(new Date(`${date}T${clock}Z`)) : time.toJSDate()
}

const tooMany = 'It has too many events'

const isBusy = (component: ICAL.Component): boolean =>
  component.getFirstPropertyValue('transp') !== 'TRANSPARENT' && component.getFirstPropertyValue('status') !== 'CANCELLED'

/** When an event takes place within a span of time, with its repeats and their exceptions. */
function* timesOf(event: ICAL.Event, from: Date, until: Date): Generator<BusyTime> {
  const zone = event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  const times = event.isRecurring() ? event.iterator() : undefined
  for (let count = 0; count < maxTimes; count += 1) {
    const start = times === undefined ? event.startDate : times.next()
    if (!start) return
    // A changed time may be some days from the one that it replaces.
    if (times !== undefined && momentOf(start, zone) < after(from, -31 * day)) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(start)
    const own = item.component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? zone
    const time = { from: momentOf(startDate, own), until: momentOf(endDate, own) }
    if (momentOf(start, zone) > until) return
    if (isBusy(item.component) && time.until > from && time.from < until) yield time
    if (times === undefined) return
  }
}

function read(text: string, from: Date, until: Date): readonly BusyTime[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const changed = Map.groupBy(
    events.filter((event) => event.hasProperty('recurrence-id')),
    (event) => String(event.getFirstPropertyValue('uid')),
  )
  const busy: BusyTime[] = []
  for (const component of events) {
    if (component.hasProperty('recurrence-id') || !component.hasProperty('dtstart')) continue
    const exceptions = [...(changed.get(String(component.getFirstPropertyValue('uid'))) ?? [])]
    for (const time of timesOf(new ICAL.Event(component, { exceptions }), from, until)) busy.push(time)
    if (busy.length > maxBusy) throw new Error(tooMany)
  }
  return busy
}

/** The busy times of a calendar (RFC 5545) within a span of time. @throws Error in words for the admin */
export function busyTimes(text: string, from: Date, until: Date): readonly BusyTime[] {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) throw new Error('It is no calendar')
  if ((text.match(/^BEGIN:VEVENT/gim) ?? []).length > maxEvents) throw new Error(tooMany)
  try {
    return runInContext('read()', createContext({ read: () => read(text, from, until) }), { timeout: limitMs })
  } catch (error) {
    if (error instanceof Error && error.message === tooMany) throw error
    throw new Error('It is no calendar that can be read')
  }
}
