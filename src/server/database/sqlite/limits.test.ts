import { expect, it } from 'vitest'
import { limitsInMemory } from './limits.ts'

it('a reached limit of passcodes stays reached while 100,500 strangers call', async () => {
  const limits = limitsInMemory()
  const now = new Date(0)
  const hit = (key: string) => limits.hit(key, 1, 3_600_000, now)
  for (const key of ['code', 'code:192.0.2.1'])
    expect([(await hit(key)).allowed, (await hit(key)).allowed]).toEqual([true, false])
  for (let n = 0; n < 100_500; n += 1) await hit(`submit:${n}`)
  expect((await hit('code:192.0.2.1')).allowed).toBe(false)
  for (let n = 0; n < 100_500; n += 1) await hit(`code:${n}`)
  expect((await hit('code')).allowed).toBe(false)
  // The oldest windows of one kind are dropped, so that memory is bounded.
  expect((await hit('submit:0')).allowed).toBe(true)
  expect((await hit('submit:100499')).allowed).toBe(false)
})
const hour = 3_600_000
const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 15) + ms)

it('begins a new window after the clock was set back', async () => {
  const limits = limitsInMemory()
  const hit = (ms: number) => limits.hit('a', 2, hour, at(ms))
  expect([(await hit(0)).hits, (await hit(1)).hits]).toEqual([1, 2])
  // Calls that are counted in another order than they began.
  expect(await hit(-60_000)).toEqual({ allowed: false, retryAfterMs: hour + 60_000, hits: 3 })
  expect(await hit(-24 * hour)).toEqual({ allowed: true, retryAfterMs: 0, hits: 1 })
  expect(await hit(-24 * hour + 1)).toEqual({ allowed: true, retryAfterMs: 0, hits: 2 })
  expect(await hit(-24 * hour + 2)).toEqual({ allowed: false, retryAfterMs: hour - 2, hits: 3 })
})
