import type { Stored } from '../../server/database/stored.ts'
import { dayAfter, dayOf } from '../../shared/dates.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** `day`: such as `2026-11-29`, in the site's zone. */
    visits: { day: string; page: string; seen: number; begun: number }
  }
}

/** For how many days visits are kept: as long as applications. */
const keptDays = 731

export const stored: Stored = {
  sweep: async (trx, now) =>
    void (await trx
      .deleteFrom('visits')
      .where('day', '<', dayAfter(dayOf(now), -keptDays))
      .execute()),
}
