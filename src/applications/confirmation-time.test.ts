import { expect, test } from 'vitest'
import { after, day, hour, minute } from '../shared/dates.ts'
import { confirmationTime } from './confirmation-time.ts'
import { never } from './letter-hold.ts'

const now = new Date('2026-11-22T10:00:00Z')
const ago = (...times: number[]): readonly Date[] => times.map((ms) => after(now, -ms))
const time = (own: readonly Date[], crowd?: Date) => confirmationTime({ own, crowd }, now, hour)

test('the first confirmation to an address is sent immediately', () => expect(time([])).toEqual({ at: now, why: '' }))

test('the second one is sent an hour after the first', () => {
  expect(time(ago(10 * minute)).at).toEqual(after(now, 50 * minute))
  expect(time(ago(10 * minute)).why).toBe('This address has had a confirmation within the last hour.')
  expect(time(ago(hour))).toEqual({ at: now, why: '' })
})

test('a fourth one within a day waits until it is sent by hand', () => {
  const why = 'This address has had three confirmations within a day.'
  expect(time(ago(20 * hour, 10 * hour, 5 * hour))).toEqual({ at: never, why })
  expect(time(ago(0, -hour, -2 * hour))).toEqual({ at: never, why })
})

test('above the limit for all, it is sent as soon as the limit allows, within a day', () => {
  const why = 'More confirmations are waiting than may go in an hour.'
  expect(time([], after(now, -20 * minute))).toEqual({ at: after(now, 40 * minute), why })
  expect(time([], after(now, -hour))).toEqual({ at: now, why: '' })
  expect(time([], after(now, day - hour)).at).toEqual(after(now, day))
  expect(time([], after(now, day))).toEqual({ at: never, why: 'More confirmations are waiting than may go within a day.' })
})
