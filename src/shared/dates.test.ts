import { afterAll, expect, it } from 'vitest'
import { clockText, dayOf, fromClock, longTime, markOfZone, setZone, siteZone, startOfDay } from './dates.ts'

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
