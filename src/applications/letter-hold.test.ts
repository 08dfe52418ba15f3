import { afterEach, expect, it } from 'vitest'
import { setZone, siteZone } from '../shared/dates.ts'
import { isSentByHand, letterDue, readLetterHold } from './letter-hold.ts'

const due = (time: string, at: string) => letterDue({ kind: 'until', time }, new Date(at), 10).toISOString()

it('is due at the next such time of day in India, but not before the hold is over', () => {
  expect(due('18:00', '2026-11-23T04:00:00Z')).toBe('2026-11-23T12:30:00.000Z')
  expect(due('18:00', '2026-11-23T12:30:00Z')).toBe('2026-11-24T12:30:00.000Z')
  expect(due('02:15', '2026-11-23T20:00:00Z')).toBe('2026-11-23T20:45:00.000Z')
  expect(due('00:00', '2026-11-23T18:29:55Z')).toBe('2026-11-23T18:30:05.000Z')
})

const zone = siteZone()
afterEach(() => setZone(zone))

it.each([
  ['Europe/London', '18:00', '2027-03-27T20:00:00Z', '2027-03-28T17:00:00.000Z'],
  ['Europe/London', '18:00', '2027-03-28T00:30:00Z', '2027-03-28T17:00:00.000Z'],
  ['Europe/London', '18:00', '2027-10-30T20:00:00Z', '2027-10-31T18:00:00.000Z'],
  ['Europe/London', '18:00', '2027-10-31T00:30:00Z', '2027-10-31T18:00:00.000Z'],
  ['America/New_York', '08:00', '2027-03-13T20:00:00Z', '2027-03-14T12:00:00.000Z'],
])('in %s is due at %s on days when clocks change: %s, %s', (name, time, at, moment) => {
  setZone(name)
  expect(due(time, at)).toBe(moment)
})

it('is due after the seconds of the hold, or only when sent by hand', () => {
  const at = new Date('2026-11-23T04:00:00Z')
  expect(letterDue({ kind: 'seconds' }, at, 10)).toEqual(new Date('2026-11-23T04:00:10Z'))
  const dueAt = letterDue({ kind: 'by_hand' }, at, 10)
  expect([isSentByHand({ dueAt }), isSentByHand({ dueAt: at })]).toEqual([true, false])
})

it.each([undefined, null, 'by_hand', {}, { kind: 'until' }, { kind: 'until', time: '24:00' }, { kind: 'until', time: '9:00' }])(
  'refuses %j as a hold',
  (value) => expect(readLetterHold(value)).toBeUndefined(),
)
