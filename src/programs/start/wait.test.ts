import { getEventListeners } from 'node:events'
import { expect, test, vi } from 'vitest'
import { wait } from './wait.ts'

test('a wait ends after its time or with its signal, and leaves no timer or listener', async () => {
  vi.useFakeTimers()
  try {
    const { signal } = new AbortController()
    const timed = wait(1000, signal)
    vi.advanceTimersByTime(999)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([1, 1])
    vi.advanceTimersByTime(1)
    await timed
    const controller = new AbortController()
    const aborted = wait(1000, controller.signal)
    controller.abort('over')
    await aborted
    await wait(1000, controller.signal)
    expect([signal, controller.signal].map((each) => getEventListeners(each, 'abort').length)).toEqual([0, 0])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
