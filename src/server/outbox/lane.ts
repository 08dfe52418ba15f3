import { sequential, type Topic } from '../../applications/outbox.ts'
import { minute, second } from '../../shared/dates.ts'
import { turns } from './mutex.ts'

/** Topics that share one counterpart: entries of a lane are sent up to `width` at once, lanes never wait for each other. */
export interface Lane {
  readonly topics: readonly Topic[]
  readonly width: number
}

export const lanes: readonly Lane[] = [
  { topics: ['mail.letter'], width: 4 },
  { topics: sequential, width: 1 },
]

/** How a counterpart has been of late. */
export interface LaneHealth {
  /** Since when nothing has been taken; undefined while all is well. */
  readonly failingSince: Date | undefined
  /** The last failure's words; empty while all is well. */
  readonly fault: string
}

/** Failures in a row, with no success between, after which it is the counterpart that fails and not the entry. */
const downAfter = 8

/**
 * What a lane remembers of its counterpart. While that is down, one entry at a time is tried, with pauses of up to 30 s, so that ten thousand
 * waiting ones do not each knock by themselves; the first success opens the lane and wakes all that wait.
 */
export function laneState(lane: Lane) {
  let failures = 0
  let failingSince: Date | undefined
  let fault = ''
  let mayTryAt = 0
  let triedAt = 0
  let wokeAt = Number.NEGATIVE_INFINITY
  // What waits from before the start may have failed too.
  let someWait = true

  return {
    lane,
    turns: turns(),
    inFlight: 0,
    /** How many more may be claimed now. */
    room(now: Date): number {
      if (failures < downAfter) return lane.width - this.inFlight
      return this.inFlight === 0 && now.getTime() >= mayTryAt ? 1 : 0
    },
    /** Milliseconds until the lane may try again by itself; 0 when nothing but its width holds it. */
    closedFor: (now: Date): number => (failures < downAfter ? 0 : Math.max(0, mayTryAt - now.getTime())),
    /** Something new came: worth a try, though not oftener than once a second. */
    nudge(): void {
      mayTryAt = Math.min(mayTryAt, triedAt + second)
    },
    failed(says: string, now: Date): void {
      failures += 1
      failingSince ??= now
      fault = says
      someWait = true
      triedAt = now.getTime()
      mayTryAt = now.getTime() + Math.min(second * 2 ** Math.min(failures - downAfter, 5), 30 * second)
    },
    /** True when all that wait after a failure should be woken; at most once a minute, or one address that always fails would be tried at every success. */
    succeeded(now: Date): boolean {
      failures = 0
      failingSince = undefined
      fault = ''
      if (!someWait || now.getTime() - wokeAt < minute) return false
      someWait = false
      wokeAt = now.getTime()
      return true
    },
    health: (): LaneHealth => ({ failingSince, fault }),
  }
}

export type LaneState = ReturnType<typeof laneState>
