/**
 * A clock that moves only by `advance`, which ends every wait that ends within the given time, in order, and lets its consequences finish before the
 * next one. `settle` resolves when no work is pending.
 */
export function simulatedTime(start = new Date('2026-11-21T00:00:00Z'), settle?: () => Promise<void>) {
  let now = start.getTime()
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  /** Lets pending promises run. */
  const idle = async (): Promise<void> => {
    if (settle !== undefined) return settle()
    for (let turn = 0; turn < 3; turn += 1) await settled()
  }

  return {
    clock: () => new Date(now),
    wait: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const sleeper = {
          at: now + ms,
          wake: () => {
            sleepers.delete(sleeper)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal.addEventListener('abort', sleeper.wake, { once: true })
      }),
    idle,
    async advance(ms: number): Promise<void> {
      const end = now + ms
      for (;;) {
        await idle()
        const next = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        now = Math.max(now, next.at)
        next.wake()
      }
      now = end
    },
  }
}
