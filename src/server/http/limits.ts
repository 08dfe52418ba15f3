import { AppError } from '../../shared/errors.ts'
import type { Rate } from '../config.ts'
import type { Limits } from '../storage/port.ts'

/** Counts one more of `key`. @throws AppError TOO_MANY_REQUESTS when that is more than `rate` allows. */
export async function enforce(limits: Limits, key: string, rate: Rate, now: Date): Promise<void> {
  const { allowed, retryAfterMs } = await limits.hit(key, rate.count, rate.periodMs, now)
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: retryAfterMs / 1000 })
}

/** How often one submission may be repeated under its key without counting as another. */
const repeats = 200

/** How many submissions are remembered as counted; the oldest are forgotten first, and count again when repeated. */
const remembered = 10_000

/** Counts a submission from `client`, once for all its repeats under `key`. @throws AppError TOO_MANY_REQUESTS */
export type CountSubmission = (client: string, key: string | undefined, now: Date) => Promise<void>

/** Limits submissions by client; a repeat under the same idempotency key is the same submission and counts once. */
export function submissionLimit(limits: Limits, rate: Rate): CountSubmission {
  const counted = new Map<string, { readonly verdict: Promise<void>; readonly until: number; repeats: number }>()
  return (client, key, now) => {
    const count = () => enforce(limits, `submit:${client}`, rate, now)
    if (key === undefined) return count()
    const name = `${client} ${key}`
    const earlier = counted.get(name)
    if (earlier !== undefined && earlier.until > now.getTime() && earlier.repeats < repeats) {
      earlier.repeats += 1
      return earlier.verdict
    }
    const verdict = count()
    counted.set(name, { verdict, until: now.getTime() + rate.periodMs, repeats: 0 })
    verdict.catch(() => counted.delete(name))
    const oldest = counted.keys().next()
    if (counted.size > remembered && !oldest.done) counted.delete(oldest.value)
    return verdict
  }
}
