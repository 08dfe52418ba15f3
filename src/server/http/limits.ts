import type { Rate } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import type { Limits } from '../database/limits.ts'

/**
 * Counts one event under `key`, which costs `cost` points; repeats with the same `same` count once.
 * @returns the number of events in this period
 * @throws AppError TOO_MANY_REQUESTS when it exceeds `rate`
 */
export async function enforce(limits: Limits, key: string, rate: Rate, now: Date, same?: string, cost?: number): Promise<number> {
  const { allowed, retryAfterMs, hits } = await limits.hit(key, rate.count, rate.periodMs, now, same, cost)
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: retryAfterMs / 1000 })
  return hits
}

/** The refusal of a counted action, or of one for which there is no room, for a page with its own text; undefined when it may go on. @throws any other error */
export async function limitRefusal(counted: Promise<unknown>): Promise<AppError | undefined> {
  try {
    await counted
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || !['TOO_MANY_REQUESTS', 'FORM_SUBMISSION_FAILED'].includes(error.code)) throw error
    return error
  }
}

/** What the headers of a submission say about it. */
export interface Countable {
  /** See `limitKey`. */
  readonly client: string
  readonly idempotencyKey: string | undefined
  /** Whether a page of our site sent it. */
  readonly ownPage: boolean
}

/** The counters of submissions. */
export interface SubmissionLimit {
  /**
   * Counts a submission; repeats under one idempotency key count once.
   * @returns the submissions of its client in this period, as a fraction of the limit
   * @throws AppError TOO_MANY_REQUESTS
   */
  count(submission: Countable, now: Date): Promise<number>
  /**
   * Counts a submission among the invalid ones of its client instead: they must not use up the limit of others who share its address.
   * `speed`: what `count` returned; 0 for a repeat, which was not counted.
   * @throws AppError TOO_MANY_REQUESTS
   */
  countInvalid(submission: Countable & { readonly speed: number }, now: Date): Promise<void>
}

/** Many people may share an address, so submissions from our own pages have a limit this many times higher. */
const ownPageFactor = 10

/** Limits submissions by client (decision 0133). */
export function submissionLimit(limits: Limits, rate: Rate): SubmissionLimit {
  const rateOf = ({ ownPage }: Countable): Rate => (ownPage ? { ...rate, count: ownPageFactor * rate.count } : rate)
  return {
    count: async (submission, now) =>
      (await enforce(limits, `submit:${submission.client}`, rateOf(submission), now, submission.idempotencyKey)) / rate.count,
    async countInvalid(submission, now) {
      const { client, idempotencyKey, speed } = submission
      if (speed > 0) await limits.takeBack(`submit:${client}`, now, idempotencyKey)
      await enforce(limits, `invalid:${client}`, rateOf(submission), now, idempotencyKey)
    },
  }
}
