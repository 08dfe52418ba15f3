import type { Limits } from '../../port.ts'

/** Keys that are counted at once; the oldest windows make room. */
const mostKeys = 100_000

/** Limits of one process, for the engine that only one server works on. */
export function limitsInMemory(): Limits {
  const windows = new Map<string, { hits: number; readonly resetsAt: number }>()
  return {
    hit: async (key, points, windowMs, now) => {
      const at = now.getTime()
      let window = windows.get(key)
      if (window === undefined || window.resetsAt <= at) {
        windows.delete(key)
        if (windows.size >= mostKeys) windows.delete(windows.keys().next().value ?? '')
        window = { hits: 0, resetsAt: at + windowMs }
        windows.set(key, window)
      }
      window.hits += 1
      return window.hits <= points ? { allowed: true, retryAfterMs: 0 } : { allowed: false, retryAfterMs: window.resetsAt - at }
    },
  }
}
