import { freeRepeats, type Limits } from '../../port.ts'

/** Keys that are counted at once; the oldest windows make room. */
const mostKeys = 100_000

/** Limits of one process, for the engine that only one server works on. */
export function limitsInMemory(): Limits {
  const windows = new Map<string, { hits: number; readonly resetsAt: number }>()
  const count = (key: string, windowMs: number, at: number) => {
    let window = windows.get(key)
    if (window === undefined || window.resetsAt <= at) {
      windows.delete(key)
      if (windows.size >= mostKeys) windows.delete(windows.keys().next().value ?? '')
      window = { hits: 0, resetsAt: at + windowMs }
      windows.set(key, window)
    }
    window.hits += 1
    return window
  }
  return {
    hit: async (key, points, windowMs, now, same) => {
      const at = now.getTime()
      const repeated = same === undefined ? 0 : count(`${key} ${same}`, windowMs, at).hits - 1
      if (repeated > 0 && repeated <= freeRepeats) return { allowed: true, retryAfterMs: 0 }
      const { hits, resetsAt } = count(key, windowMs, at)
      if (hits <= points) return { allowed: true, retryAfterMs: 0 }
      if (same !== undefined) windows.delete(`${key} ${same}`)
      return { allowed: false, retryAfterMs: resetsAt - at }
    },
  }
}
