import { expect, it } from 'vitest'
import { ExpiringMap } from './expiring-map.ts'

it('returns a value until it ends', () => {
  const map = new ExpiringMap<{ until: number }>(10)
  const value = { until: 60 }
  expect(map.set('a', value, 0)).toBe(value)
  expect([map.get('a', 59), map.get('a', 60), map.get('b', 0)]).toEqual([value, undefined, undefined])
  map.delete('a')
  expect([map.get('a', 0), map.size]).toEqual([undefined, 0])
})

it('holds only what has not ended, at 200 insertions a second for an hour', () => {
  const map = new ExpiringMap<{ until: number }>(100_000)
  let largest = 0
  for (let n = 0; n < 720_000; n += 1) {
    const at = n * 5
    map.set(`key ${n}`, { until: at + 60_000 }, at)
    largest = Math.max(largest, map.size)
  }
  expect(largest).toBe(12_000)
})

it('removes the oldest beyond its limit; a value that is set again is the newest', () => {
  const map = new ExpiringMap<{ until: number }>(3)
  for (const key of ['a', 'b', 'c', 'a', 'd']) map.set(key, { until: 60 }, 0)
  expect(['a', 'b', 'c', 'd'].filter((key) => map.get(key, 0) !== undefined)).toEqual(['a', 'c', 'd'])
})
