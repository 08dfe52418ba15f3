import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { type CalendarEvent, calendar } from './calendar.ts'
import { minute } from './dates.ts'

const event = (at: string, minutes: number): CalendarEvent => ({
  ...{ uid: at, since: new Date('2027-01-01T00:00:00Z'), at: new Date(at), minutes, title: 'A meeting', location: '' },
})

/** The moments at which a calendar program says that an event begins and ends. */
function readAs(zone: string, at: string, minutes: number): readonly string[] {
  const part = new ICAL.Component(ICAL.parse(calendar([event(at, minutes)], 'PUBLISH', zone)))
  const rules = new ICAL.Timezone(part.getFirstSubcomponent('vtimezone') ?? undefined)
  const read = new ICAL.Event(part.getFirstSubcomponent('vevent') ?? undefined)
  return [read.startDate, read.endDate].map((time) => {
    const own = time.clone()
    if (own.zone !== ICAL.Timezone.utcTimezone) own.zone = rules
    return own.toJSDate().toISOString()
  })
}

// The last times before a change of clocks, those that it repeats, and the first after it.
it.each([
  ['Asia/Kolkata', ['2027-10-31T00:30']],
  ['Europe/London', ['2027-10-31T00:00', '2027-10-31T00:15', '2027-10-31T00:30', '2027-10-31T01:00', '2027-10-31T01:30']],
  ['Europe/London', ['2027-10-31T02:00', '2027-03-28T00:30', '2027-03-28T00:59', '2027-03-28T01:00', '2027-03-28T01:30']],
  ['America/New_York', ['2027-11-07T05:30', '2027-11-07T06:00', '2027-11-07T06:30', '2027-11-07T07:00']],
  // By half an hour.
  ['Australia/Lord_Howe', ['2027-04-03T14:30', '2027-04-03T14:45', '2027-04-03T15:00', '2027-04-03T15:15']],
])('in %s a calendar reads each time as it is: %j', (zone, times) => {
  for (const at of times.map((time) => `${time}:00.000Z`))
    expect(readAs(zone, at, 45)).toEqual([at, new Date(Date.parse(at) + 45 * minute).toISOString()])
})
