import { afterEach, expect, it } from 'vitest'
import { setZone, siteZone } from '../shared/dates.ts'
import { reminderAt } from './requests.ts'

const zone = siteZone()
afterEach(() => setZone(zone))

it.each([
  ['Europe/London', '2027-03-29', '2027-03-28T08:00:00.000Z'],
  ['Europe/London', '2027-11-01', '2027-10-31T09:00:00.000Z'],
  ['Asia/Kolkata', '2027-03-29', '2027-03-28T03:30:00.000Z'],
])('in %s reminds of a day, %s, at nine on the day before', (name, day, moment) => {
  setZone(name)
  expect(reminderAt(new Date('2027-01-01T00:00:00Z'), day)?.toISOString()).toBe(moment)
})
