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
