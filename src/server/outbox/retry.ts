import type { OutboxEntry } from '../../applications/outbox.ts'
import { after, day, minute, second } from '../../shared/dates.ts'

/** How long an entry is retried. */
export const patience = 5 * day
const longest = 15 * minute

/** Milliseconds after the `n`th try: 1 s, 2 s, 4 s … 15 min, less a jitter of up to a quarter. */
export const pause = (n: number, random: () => number): number =>
  Math.round(Math.min(second * 2 ** Math.min(Math.max(n, 1) - 1, 20), longest) * (1 - random() / 4))

/**
 * When to retry an entry whose attempt failed; undefined: it is parked. The days are counted from its first failure, and again from the first one
 * after it was sent again by hand. An entry has at least three attempts, whatever outage of our own came between.
 */
export function retryAt(entry: OutboxEntry, attempts: number, now: Date, random: () => number): Date | undefined {
  const old = entry.failingSince !== null && now.getTime() - entry.failingSince.getTime() >= patience
  return old && attempts >= 3 ? undefined : after(now, pause(attempts, random))
}
