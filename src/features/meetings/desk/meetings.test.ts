import { afterEach, expect, it } from 'vitest'
import { setZone, siteZone } from '../../../shared/dates.ts'
import { weekAfter } from './meetings.ts'

const zone = siteZone()
afterEach(() => setZone(zone))

it.each([
  ['Asia/Kolkata', '2027-03-22T04:30:00.000Z', '2027-03-29T04:30:00.000Z'],
  // Ten o'clock before and after clocks go forward, and back.
  ['Europe/London', '2027-03-22T10:00:00.000Z', '2027-03-29T09:00:00.000Z'],
  ['Europe/London', '2027-10-25T09:00:00.000Z', '2027-11-01T10:00:00.000Z'],
  ['America/New_York', '2027-03-08T15:00:00.000Z', '2027-03-15T14:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-03-29T23:00:00.000Z', '2027-04-05T23:30:00.000Z'],
  // Half past one is left out on that day; on the other it comes twice, and the later one counts.
  ['Europe/London', '2027-03-21T01:30:00.000Z', undefined],
  ['Europe/London', '2027-10-24T00:30:00.000Z', '2027-10-31T01:30:00.000Z'],
])('a week later clocks show the same time: %s, %s', (name, at, next) => {
  setZone(name)
  expect(weekAfter(at)).toBe(next)
})
