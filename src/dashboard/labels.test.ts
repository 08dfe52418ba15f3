import { afterEach, expect, test } from 'vitest'
import { setZone, siteZone } from '../shared/dates.ts'
import { fromInput, isSkipped } from './labels.ts'

const zone = siteZone()
afterEach(() => setZone(zone))

test('a time of an input is the site’s, and one that its clocks skip is known', () => {
  expect([fromInput('2027-03-14T02:30'), isSkipped('2027-03-14T02:30'), isSkipped('')]).toEqual([
    ...['2027-03-13T21:00:00.000Z', false, false],
  ])
  setZone('America/Los_Angeles')
  const times = ['2027-03-14T01:59', '2027-03-14T02:00', '2027-03-14T02:30', '2027-03-14T03:00', '2027-11-07T01:30']
  expect(times.map(isSkipped)).toEqual([false, true, true, false, false])
  expect(fromInput('2027-03-14T03:00')).toBe('2027-03-14T10:00:00.000Z')
})
