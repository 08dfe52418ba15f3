import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BodyMemory, stepBytes } from './body-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A memory of 40 steps; a client may have ten. Sizes are in steps. */
function memory() {
  const bodies = new BodyMemory(40 * stepBytes)
  return (client: string) => {
    const body = bodies.open(client)
    const end = vi.fn()
    body.end = end
    return {
      end,
      /** Whether the body got memory: at once, later, or not. */
      grow: (steps: number) => {
        const outcome = vi.fn()
        const waiting = bodies.grow(body, steps * stepBytes)
        if (waiting === undefined) outcome('free')
        else waiting.then(() => outcome('later'), outcome)
        return outcome
      },
      release: () => bodies.release(body),
    }
  }
}
type Body = ReturnType<ReturnType<typeof memory>>

it('the first step of every body is free', () => {
  const open = memory()
  for (let n = 0; n < 100; n += 1) expect(open('a').grow(1)).toHaveBeenCalledWith('free')
  expect(open('b').grow(40)).toHaveBeenCalledWith('free')
})

it('a ninth long body of a client waits for one to end, and others do not', async () => {
  const open = memory()
  const eight = Array.from({ length: 8 }, () => open('a'))
  for (const body of eight) expect(body.grow(2)).toHaveBeenCalledWith('free')
  const ninth = open('a').grow(2)
  expect(open('b').grow(2)).toHaveBeenCalledWith('free')
  await pass(1_000)
  expect(ninth).not.toHaveBeenCalled()
  eight[3]?.release()
  await pass(0)
  expect(ninth).toHaveBeenCalledWith('later')
})

it('a client has a quarter of the memory, and its oldest body always gets on', async () => {
  const open = memory()
  const [first, second, third] = [open('a'), open('a'), open('a')]
  expect([first.grow(6), second.grow(6)].map(({ mock }) => mock.calls)).toEqual([[['free']], [['free']]])
  const [later, behind] = [second.grow(7), third.grow(2)]
  expect(first.grow(30)).toHaveBeenCalledWith('free')
  await pass(1_000)
  expect([later.mock.calls, behind.mock.calls]).toEqual([[], []])
  first.release()
  await pass(0)
  expect([later, behind].map(({ mock }) => mock.calls)).toEqual([[['later']], [['later']]])
})

/** Fills the memory: four clients with bodies of ten steps. */
const fill = (open: (client: string) => Body) =>
  ['a', 'b', 'c', 'd'].map((client) => {
    const body = open(client)
    body.grow(11)
    return body
  })

it('while a body waits, the one without progress for longest is ended after 5 s', async () => {
  const open = memory()
  const bodies = fill(open)
  await pass(4_000)
  bodies[0]?.grow(12)
  const waiting = open('e').grow(2)
  const ended = () => bodies.map(({ end }) => end.mock.calls.length)
  await pass(4_999)
  expect(ended()).toEqual([0, 0, 0, 0])
  await pass(1)
  expect(ended()).toEqual([0, 1, 0, 0])
  bodies[1]?.release()
  await pass(0)
  expect(waiting).toHaveBeenCalledWith('later')
})

it('a body that makes steps is not ended; one that waits gets 503 after 30 s', async () => {
  const open = memory()
  const bodies = ['a', 'b', 'c', 'd'].map(open)
  let steps = 11
  for (const body of bodies) body.grow(steps)
  const waiting = open('e').grow(2)
  for (let passed = 0; passed < 28; passed += 4) {
    await pass(4_000)
    steps += 1
    bodies[0]?.grow(steps)
  }
  // The others wait for memory themselves, which is not their fault.
  expect(bodies[0]?.end).not.toHaveBeenCalled()
  await pass(2_000)
  expect(waiting).toHaveBeenCalledWith(
    expect.objectContaining({ code: 'FORM_SUBMISSION_FAILED', extras: expect.objectContaining({ retryAfterS: 5 }) }),
  )
})

it('a body that ends while it waits leaves nothing behind', async () => {
  const open = memory()
  const bodies = fill(open)
  const late = open('e')
  late.grow(2)
  late.release()
  for (const body of bodies) body.release()
  expect(vi.getTimerCount()).toBe(0)
  expect(open('f').grow(40)).toHaveBeenCalledWith('free')
})
