import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ceiling } from './ceiling.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when the test calls `end`. */
function work() {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = vi.fn(() => ended)
  return { end: () => end(), begun: () => run.mock.calls.length > 0, run }
}
const turn = () => vi.advanceTimersByTimeAsync(0)

it('starts the oldest waiting request as soon as enough bytes are free', async () => {
  const ceiling = new Ceiling(10)
  const works = [work(), work(), work()]
  const held = works.map(({ run }, n) => ceiling.hold([8, 6, 2][n] ?? 0, run))
  await turn()
  expect(works.map(({ begun }) => begun())).toEqual([true, false, false])
  works[0]?.end()
  await turn()
  expect(works.map(({ begun }) => begun())).toEqual([true, true, true])
  for (const { end } of works) end()
  await Promise.all(held)
})

it('refuses with Retry-After a request that waited 30 s, and starts the next one', async () => {
  const ceiling = new Ceiling(10)
  const [first, second, third] = [work(), work(), work()]
  const holding = ceiling.hold(6, first.run)
  const refused = expect(ceiling.hold(6, second.run)).rejects.toMatchObject({
    code: 'FORM_SUBMISSION_FAILED',
    extras: { retryAfterS: 5 },
  })
  await vi.advanceTimersByTimeAsync(29_000)
  const behind = ceiling.hold(4, third.run)
  await turn()
  expect(third.begun()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  expect([second.begun(), third.begun()]).toEqual([false, true])
  first.end()
  third.end()
  await Promise.all([holding, behind])
})

it('accepts a request larger than the ceiling when no other is in progress', async () => {
  const ceiling = new Ceiling(10)
  expect(await ceiling.hold(1_000, async () => 'done')).toBe('done')
  await expect(ceiling.hold(1_000, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await ceiling.hold(10, async () => 'done again')).toBe('done again')
})
