import { minute } from '../../../shared/durations.ts'
import { ExpiringMap } from '../../../shared/expiring-map.ts'
import { freeRepeats, type Limits } from '../limits.ts'

/** The limit of counted keys of one kind; beyond it, the oldest windows of that kind are dropped. */
const maxKeys = 100_000

/** The kind of a key: `submit:` of `submit:192.0.2.1`. A key without an owner, such as `code`, is a separate kind. */
const kindOf = (key: string): string => /^[^:]*:?/.exec(key)?.[0] ?? ''

interface Window {
  hits: number
  readonly until: number
}

/** Two calls may be counted in another order than they began. */
const toleranceMs = minute

/** Counts a hit of `key`, which costs `cost` points, in a window that begins with the first hit. A window that ends too late is over: the clock was set back since. */
function count(windows: ExpiringMap<Window>, key: string, windowMs: number, at: number, cost = 1): Window {
  const current = windows.get(key, at)
  const isCurrent = current !== undefined && current.until <= at + windowMs + toleranceMs
  const window = isCurrent ? current : windows.set(key, { hits: 0, until: at + windowMs }, at)
  window.hits += cost
  return window
}

/** Limits in the memory of this process, for the engine that only one server uses. */
export function limitsInMemory(): Limits {
  const kinds = new Map<string, ExpiringMap<Window>>()
  return {
    hit: async (key, points, windowMs, now, requestId, cost) => {
      const at = now.getTime()
      const windows = kinds.get(kindOf(key)) ?? new ExpiringMap<Window>(maxKeys)
      kinds.set(kindOf(key), windows)
      const repeated = requestId === undefined ? 0 : count(windows, `${key} ${requestId}`, windowMs, at).hits - 1
      if (repeated > 0 && repeated <= freeRepeats) return { allowed: true, retryAfterMs: 0, hits: 0 }
      const { hits, until } = count(windows, key, windowMs, at, cost)
      if (hits <= points) return { allowed: true, retryAfterMs: 0, hits }
      if (requestId !== undefined) windows.delete(`${key} ${requestId}`)
      return { allowed: false, retryAfterMs: until - at, hits }
    },
    takeBack: async (key, now, requestId) => {
      const windows = kinds.get(kindOf(key))
      windows?.delete(`${key} ${requestId}`)
      const window = windows?.get(key, now.getTime())
      if (window !== undefined && window.hits > 0) window.hits -= 1
    },
  }
}
