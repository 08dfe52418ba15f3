import type { CarriedOver } from '../../server/database/stored.ts'
import type { Db } from '../../server/database/tables.ts'
import { keepSetting, readSetting } from '../../server/records/outbox/restored.ts'
import { lastMorning } from './digest.ts'

/** A restore on the same day repeats no letter. */
export async function carriedOver(db: Db): Promise<CarriedOver> {
  const last = await readSetting(db, lastMorning)
  return {
    ids: [],
    async apply(engine) {
      if (last !== undefined) await keepSetting(engine, last)
    },
  }
}
