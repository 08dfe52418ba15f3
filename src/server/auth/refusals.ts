import { second } from '../../shared/dates.ts'
import type { Refusals } from '../records/access/port.ts'

/** Counts refused sign-ins. The count is written at most once a second, so that a flood of refusals does not flood the database. */
export interface RefusalCount {
  add(): void
  /** The refusals on all nodes since `moment`. */
  since(moment: Date): Promise<number>
}

/** @param failed called when the count cannot be written; it is then written with the next one */
export function countRefusals(refusals: Refusals, now: () => Date, failed: (error: unknown) => void): RefusalCount {
  let pending = 0
  let timer: NodeJS.Timeout | undefined
  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const count = pending
    pending = 0
    if (count === 0) return
    try {
      await refusals.add(now(), count)
    } catch (error) {
      pending += count
      throw error
    }
  }
  return {
    add: () => {
      pending += 1
      timer ??= setTimeout(() => void write().catch(failed), second).unref()
    },
    since: async (moment) => {
      await write()
      return refusals.since(moment)
    },
  }
}
