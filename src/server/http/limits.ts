import { AppError } from '../../shared/errors.ts'
import type { Rate } from '../config.ts'
import type { Limits } from '../storage/port.ts'

/**
 * Counts one more of `key`; repeats of the `same` one count once.
 * @returns how many there are in this period
 * @throws AppError TOO_MANY_REQUESTS when that is more than `rate` allows
 */
export async function enforce(limits: Limits, key: string, rate: Rate, now: Date, same?: string): Promise<number> {
  const { allowed, retryAfterMs, hits } = await limits.hit(key, rate.count, rate.periodMs, now, same)
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: retryAfterMs / 1000 })
  return hits
}

/** Why something was refused that was counted, for a page that says so in its own words; undefined within the limit. @throws what is no limit */
export async function limitRefusal(counted: Promise<unknown>): Promise<AppError | undefined> {
  try {
    await counted
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    return error
  }
}

/** A submission, as its headers tell it. */
export interface Countable {
  /** See `limitKey`. */
  readonly client: string
  readonly idempotencyKey: string | undefined
  /** Whether a page of ours sent it. */
  readonly ownPage: boolean
}

/**
 * Counts a submission, once for all its repeats under a key.
 * @returns the submissions of its client in this period, as a share of the limit
 * @throws AppError TOO_MANY_REQUESTS
 */
export type CountSubmission = (submission: Countable, now: Date) => Promise<number>

/** Many people may share an address: what our own pages send is refused at this many times the limit only. */
const ownPageFactor = 10

/** Limits submissions by client (decision 0133); a repeat under the same `Idempotency-Key` header is the same submission and counts once. */
export const submissionLimit =
  (limits: Limits, rate: Rate): CountSubmission =>
  async ({ client, idempotencyKey, ownPage }, now) => {
    const own = ownPage ? { ...rate, count: ownPageFactor * rate.count } : rate
    return (await enforce(limits, `submit:${client}`, own, now, idempotencyKey)) / rate.count
  }
