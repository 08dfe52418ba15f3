import type { OutboxEntry } from '../../applications/outbox.ts'
import { after, day, minute, second } from '../../shared/dates.ts'

/** How long something is tried by itself. */
export const patience = 5 * day
const longest = 15 * minute

/** Milliseconds before the try that follows the `n`th: 1 s, 2 s, 4 s … 15 min, less up to a quarter, so that those who failed together do not return together. */
export const pause = (n: number, random: () => number): number =>
  Math.round(Math.min(second * 2 ** Math.min(Math.max(n, 1) - 1, 20), longest) * (1 - random() / 4))

/**
 * When an entry whose attempt has failed is to be tried again; undefined: not by itself. The days are counted from its first failure, and anew
 * from the first one after someone sent it again; what a long outage of our own interrupted has at least three attempts.
 */
export function retryAt(entry: OutboxEntry, attempts: number, now: Date, random: () => number): Date | undefined {
  const old = entry.failingSince !== null && now.getTime() - entry.failingSince.getTime() >= patience
  return old && attempts >= 3 ? undefined : after(now, pause(attempts, random))
}
