import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idFrom, isId, newId, seedOf, withSeedOf } from './ids.ts'

const at = new Date('2026-11-22T04:30:00.123Z')

test('a moment and bytes give the same id in every version of the program', () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, index) => index * 15)
  expect(idFrom(at, bytes)).toBe('01a20184-a5bb-75a6-a5e2-1ea5b4c3d2e1')
})

test('any moments and bytes give valid ids, in the order of time', { tags: ['random'] }, () => {
  const moment = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(moment, moment, bytes, bytes, (before, after, first, second) => {
      const [a, b] = [idFrom(before, first), idFrom(after, second)]
      expect([isId(a), isId(b)]).toEqual([true, true])
      if (before.getTime() < after.getTime()) expect(a < b).toBe(true)
    }),
  )
})

test('an id takes only the seed of a key', () => {
  const [key, id] = [newId(new Date(0)), newId(at)]
  const mixed = withSeedOf(key, id)
  expect([isId(mixed), seedOf(mixed)]).toEqual([true, seedOf(key)])
  expect([mixed.slice(0, 14), mixed.slice(23)]).toEqual([id.slice(0, 14), id.slice(23)])
})

test.each([undefined, '', 'fifty-at-once-0001', '9b2d6f0e-4c1a-4e7b-8a53-0d1f2c3b4a59'])('an id takes no seed from %j', (key) => {
  const id = newId(at)
  expect(withSeedOf(key, id)).toBe(id)
})
