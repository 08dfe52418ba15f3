import type { Storage } from '../../server/storage/port.ts'
import { day, hour, minute } from '../../shared/dates.ts'

/** A clock that is further ahead than this of the latest time at which a server ran is in doubt, milliseconds. */
const maxAhead = 2 * day
/** A clock in doubt is believed after it has gone on for this long: longer than a night, so that somebody can see the warning. */
const doubtFor = 12 * hour
/** Between two checks that are further apart, the clock was set, or the machine slept. */
const maxStep = hour
/** How exact the stored time is. */
const storedEvery = 10 * minute

/** Whether a clock is so far ahead of the latest time at which a server ran that it may be wrong, and by how many whole days. @returns 0 when it is not */
export const daysAhead = (now: Date, latest: Date | undefined): number => {
  const ahead = now.getTime() - (latest ?? now).getTime()
  return ahead > maxAhead ? Math.floor(ahead / day) : 0
}

export interface ClockGuard {
  /** Whether what is due by its age may be deleted for good now. Periodic work asks each time; it also records that the server runs. */
  mayDelete(): Promise<boolean>
  /** A sentence for the operator while nothing is deleted; undefined otherwise. */
  warning(): string | undefined
}

/** Protects data from a clock that is wrong: what was deleted by its age cannot be brought back. */
export function clockGuard(storage: Pick<Storage, 'latestTime' | 'raiseLatestTime'>, now: () => Date): ClockGuard {
  let checkedAt = Number.NaN
  let steadySince = 0
  let warning: string | undefined
  return {
    async mayDelete() {
      const at = now()
      const latest = await storage.latestTime()
      const step = at.getTime() - checkedAt
      if (!(step >= 0 && step <= maxStep)) steadySince = at.getTime()
      checkedAt = at.getTime()
      const days = daysAhead(at, latest)
      if (days > 0 && at.getTime() - steadySince < doubtFor) {
        warning = `The clock of this server is ${days} days ahead of the last time at which a server ran. Until it has gone on for 12 hours, nothing is deleted because of its age. If it is wrong, correct it before that.`
        return false
      }
      warning = undefined
      if (latest === undefined || at.getTime() - latest.getTime() >= storedEvery) await storage.raiseLatestTime(at)
      return true
    },
    warning: () => warning,
  }
}
