import { AppError } from '../../shared/errors.ts'
import type { Rate } from '../config.ts'

/** Counts what is limited, by key, in windows of time. */
export interface Limits {
  /** Counts one more; how many there were in the window with this one, and when the window ends. */
  hit(key: string, windowMs: number): Promise<{ readonly count: number; readonly endsInMs: number }>
  /** Forgets a key. */
  forget(key: string, windowMs: number): Promise<void>
}

/** Counts one more of `key`. @throws AppError TOO_MANY_REQUESTS when that is more than `rate` allows. */
export async function enforce(limits: Limits, key: string, rate: Rate): Promise<void> {
  const { count, endsInMs } = await limits.hit(key, rate.periodMs)
  if (count > rate.count) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: endsInMs / 1000 })
}

/** How often one submission may be repeated under its key without counting as another. */
const repeats = 200

/**
 * Limits submissions from one client; a repeat under the same idempotency key is the same submission and counts once.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function enforceSubmissions(limits: Limits, client: string, key: string | undefined, rate: Rate): Promise<void> {
  const repeat = key === undefined ? undefined : `repeat:${client}:${key}`
  if (repeat !== undefined) {
    const { count, endsInMs } = await limits.hit(repeat, rate.periodMs)
    if (count > repeats) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: endsInMs / 1000 })
    if (count > 1) return
  }
  try {
    await enforce(limits, `submit:${client}`, rate)
  } catch (error) {
    if (repeat !== undefined) await limits.forget(repeat, rate.periodMs)
    throw error
  }
}
