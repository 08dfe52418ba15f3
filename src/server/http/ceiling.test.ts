import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('a slow request', () => {
  const holding = (ceiling: Ceiling, bytes: number, slow = work()) => {
    const ended = vi.fn()
    const done = ceiling.hold(bytes, (held) => {
      held.end = ended
      return slow.run()
    })
    return { ...slow, ended, done }
  }

  it('moves to a ceiling of its own after 20 s, and others start', async () => {
    const ceiling = new Ceiling(10, new Ceiling(10))
    const slow = holding(ceiling, 8)
    const next = holding(ceiling, 10)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(next.begun()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(next.begun()).toBe(true)
    next.end()
    await next.done
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(slow.ended).not.toHaveBeenCalled()
    slow.end()
    await slow.done
    // All bytes of both ceilings are free again.
    for (let round = 0; round < 2; round += 1) {
      const all = holding(ceiling, 10)
      await vi.advanceTimersByTimeAsync(20_000)
      const behind = holding(ceiling, 10)
      await turn()
      expect(behind.begun()).toBe(true)
      all.end()
      behind.end()
      await Promise.all([all.done, behind.done])
    }
    expect(vi.getTimerCount()).toBe(0)
  })

  it('tries again while that ceiling is full, and is ended after 120 s', async () => {
    const ceiling = new Ceiling(10, new Ceiling(10))
    const first = holding(ceiling, 10)
    await vi.advanceTimersByTimeAsync(20_000)
    const [second, third] = [holding(ceiling, 5), holding(ceiling, 5)]
    await vi.advanceTimersByTimeAsync(90_000)
    first.end()
    await first.done
    const fourth = holding(ceiling, 5)
    await turn()
    expect(fourth.begun()).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    // Both move at 100 s, and the fourth starts.
    expect([fourth.begun(), second.ended.mock.calls, third.ended.mock.calls]).toEqual([true, [], []])
    await vi.advanceTimersByTimeAsync(119_999)
    expect(fourth.ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(fourth.ended).toHaveBeenCalledTimes(1)
    for (const each of [second, third, fourth]) each.end()
    await Promise.all([second.done, third.done, fourth.done])
    expect(vi.getTimerCount()).toBe(0)
  })
})
