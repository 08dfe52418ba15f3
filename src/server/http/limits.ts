import { AppError } from '../../shared/errors.ts'
import type { Rate } from '../config.ts'
import type { Limits } from '../storage/port.ts'

/** Counts one more of `key`; repeats of the `same` one count once. @throws AppError TOO_MANY_REQUESTS when that is more than `rate` allows. */
export async function enforce(limits: Limits, key: string, rate: Rate, now: Date, same?: string): Promise<void> {
  const { allowed, retryAfterMs } = await limits.hit(key, rate.count, rate.periodMs, now, same)
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: retryAfterMs / 1000 })
}

/** Counts a submission from `client`, once for all its repeats under `key`. @throws AppError TOO_MANY_REQUESTS */
export type CountSubmission = (client: string, key: string | undefined, now: Date) => Promise<void>

/** Limits submissions by client; a repeat under the same `Idempotency-Key` header is the same submission and counts once. */
export const submissionLimit =
  (limits: Limits, rate: Rate): CountSubmission =>
  (client, key, now) =>
    enforce(limits, `submit:${client}`, rate, now, key)
