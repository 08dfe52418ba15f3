import { minute, second } from '../../shared/dates.ts'

/** The health of a lane's provider. */
export interface LaneHealth {
  /** Start of the current outage; undefined without one. */
  readonly failingSince: Date | undefined
  /** The last failure, in the provider's words; empty without an outage. */
  readonly fault: string
}

/** After this many consecutive failures the provider counts as down: the cause is not a single entry. */
const downAfter = 8

/** A longer pause is not obeyed: what waits would reach the reviewer as late mail. */
const longestHold = 15 * minute

/**
 * A circuit breaker for a lane's provider. While the provider is down, one entry at a time is tried, at intervals of up to 30 s, instead of ten
 * thousand waiting ones. The first success closes the breaker and wakes the waiting entries.
 */
export function providerState() {
  let failures = 0
  let failingSince: Date | undefined
  let fault = ''
  let mayTryAt = 0
  let triedAt = 0
  /** The end of a pause that the provider asked for. */
  let heldUntil = 0
  let wokeAt = Number.NEGATIVE_INFINITY
  // Entries may be waiting since before this process started.
  let mayWait = true

  return {
    isDown: (): boolean => failures >= downAfter,
    /**
     * Milliseconds until the next try while the provider is down, or during a pause that it asked for; 0 otherwise, and when the clock was set back since the
     * last try.
     */
    msToTry: (now: Date): number =>
      now.getTime() < triedAt
        ? 0
        : Math.max(0, (failures < downAfter ? heldUntil : Math.max(mayTryAt, heldUntil)) - now.getTime()),
    /** Allows a try for a new entry, once a second at most. */
    nudge(): void {
      mayTryAt = Math.min(mayTryAt, triedAt + second)
    },
    failed(reason: string, now: Date, retryAfterMs = 0): void {
      failures += 1
      failingSince ??= now
      fault = reason
      mayWait = true
      triedAt = now.getTime()
      heldUntil = triedAt + Math.min(retryAfterMs, longestHold)
      mayTryAt = now.getTime() + Math.min(second * 2 ** Math.min(failures - downAfter, 5), 30 * second)
    },
    /** Whether to wake the entries that wait after a failure: at most once a minute, or an entry that always fails would be retried at each success. */
    succeeded(now: Date): boolean {
      failures = 0
      failingSince = undefined
      fault = ''
      const since = now.getTime() - wokeAt
      // Negative: the clock was set back.
      if (!mayWait || (since >= 0 && since < minute)) return false
      mayWait = false
      wokeAt = now.getTime()
      return true
    },
    health: (): LaneHealth => ({ failingSince, fault }),
  }
}

export type ProviderState = ReturnType<typeof providerState>
