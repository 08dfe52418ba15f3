import { freeRepeats, type Limits } from '../../port.ts'

/** Keys of one kind that are counted at once; the oldest windows of that kind make room. */
const mostKeys = 100_000

/** What a key limits: `submit:` of `submit:192.0.2.1`. A key without an owner, such as `code`, is a kind of its own. */
const kindOf = (key: string): string => /^[^:]*:?/.exec(key)?.[0] ?? ''

/** Limits of one process, for the engine that only one server works on. */
export function limitsInMemory(): Limits {
  const kinds = new Map<string, Map<string, { hits: number; readonly resetsAt: number }>>()
  const windowsOf = (key: string) => {
    const kind = kindOf(key)
    const windows = kinds.get(kind) ?? new Map<string, { hits: number; readonly resetsAt: number }>()
    kinds.set(kind, windows)
    return windows
  }
  const count = (key: string, windowMs: number, at: number) => {
    const windows = windowsOf(key)
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
      if (same !== undefined) windowsOf(key).delete(`${key} ${same}`)
      return { allowed: false, retryAfterMs: resetsAt - at }
    },
  }
}
