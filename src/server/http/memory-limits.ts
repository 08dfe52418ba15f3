import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Limits } from './limits.ts'

/** Limits counted in this process: for one process on one SQLite file. */
export function memoryLimits(): Limits {
  const windows = new Map<number, RateLimiterMemory>()
  const limiter = (windowMs: number): RateLimiterMemory => {
    const found = windows.get(windowMs) ?? new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1000 })
    windows.set(windowMs, found)
    return found
  }
  return {
    hit: async (key, windowMs) => {
      const { consumedPoints, msBeforeNext } = await limiter(windowMs).consume(key)
      return { count: consumedPoints, endsInMs: msBeforeNext }
    },
    forget: async (key, windowMs) => {
      await limiter(windowMs).delete(key)
    },
  }
}
