import { afterAll, expect, it } from 'vitest'
import {
  clockText,
  dayOf,
  daysLater,
  fromClock,
  isRepeated,
  longTime,
  markOfZone,
  monthsBefore,
  setZone,
  siteZone,
  startOfDay,
  timeOn,
} from './dates.ts'

const zone = siteZone()
afterAll(() => setZone(zone))

it.each([
  ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30:00.000Z', 'IST', '29 March 2026, 00:00 India Standard Time'],
  ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', 'WET', '29 March 2026, 00:00 Western European Standard Time'],
  ['Europe/Lisbon', '2026-03-30', '2026-03-29T23:00:00.000Z', 'WEST', '30 March 2026, 00:00 Western European Summer Time'],
  ['America/Toronto', '2026-11-02', '2026-11-02T05:00:00.000Z', 'EST', '2 November 2026, 00:00 Eastern Standard Time'],
])('in %s the day %s begins at %s', (name, day, moment, mark, words) => {
  setZone(name)
  const at = startOfDay(day)
  expect(at.toISOString()).toBe(moment)
  expect([dayOf(at), clockText(at), markOfZone(at), longTime(at)]).toEqual([day, `${day}T00:00:00.000`, mark, words])
  expect(fromClock(new Date(`${day}T00:00Z`))).toEqual(at)
})

it('has a day of 23 hours when summer time begins', () => {
  setZone('Europe/Lisbon')
  expect(dayOf(new Date('2026-03-29T22:59:59Z'))).toBe('2026-03-29')
  expect(dayOf(new Date('2026-03-29T23:00:00Z'))).toBe('2026-03-30')
})

it.each([
  // Summer time begins on 28 March and ends on 31 October.
  ['Europe/London', '2027-03-28', '2027-03-28T08:00:00.000Z', 6, '2027-04-03T08:00:00.000Z'],
  ['Europe/London', '2027-03-27', '2027-03-27T09:00:00.000Z', 1, '2027-03-28T08:00:00.000Z'],
  ['Europe/London', '2027-10-31', '2027-10-31T09:00:00.000Z', -1, '2027-10-30T08:00:00.000Z'],
  ['America/New_York', '2027-11-06', '2027-11-06T13:00:00.000Z', 7, '2027-11-13T14:00:00.000Z'],
  ['Asia/Kolkata', '2027-03-28', '2027-03-28T03:30:00.000Z', -1, '2027-03-27T03:30:00.000Z'],
])('in %s nine on %s is %s, and %i days later %s', (name, day, nine, days, then) => {
  setZone(name)
  const at = timeOn(day, '09:00')
  expect([at, daysLater(at, days)].map((moment) => moment.toISOString())).toEqual([nine, then])
})

it.each([
  [
    'Europe/London',
    ['2027-10-30T23:59Z', '2027-10-31T02:00Z', '2027-03-28T00:30Z'],
    ['2027-10-31T00:00Z', '2027-10-31T00:30Z', '2027-10-31T01:59Z'],
  ],
  ['Australia/Lord_Howe', ['2027-04-03T14:29Z', '2027-04-03T15:30Z'], ['2027-04-03T14:30Z', '2027-04-03T15:29Z']],
  ['Asia/Kolkata', ['2027-10-31T00:30Z'], []],
])('in %s clocks show some times twice', (name, singles, repeated) => {
  setZone(name)
  for (const at of singles) expect(isRepeated(new Date(at)), at).toBe(false)
  for (const at of repeated) expect(isRepeated(new Date(at)), at).toBe(true)
})

it('counts months back to the same day, or to the last day of a shorter month', () => {
  const before = (at: string, months: number): string => monthsBefore(new Date(at), months).toISOString()
  expect(before('2026-11-22T04:30:00.000Z', 24)).toBe('2024-11-22T04:30:00.000Z')
  expect(before('2026-03-31T23:59:59.999Z', 1)).toBe('2026-02-28T23:59:59.999Z')
  expect(before('2028-02-29T00:00:00.000Z', 12)).toBe('2027-02-28T00:00:00.000Z')
  expect(before('2026-01-15T00:00:00.000Z', 2)).toBe('2025-11-15T00:00:00.000Z')
})
