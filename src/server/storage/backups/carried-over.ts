import { type CarriedOver, storedByFeatures } from '../../database/stored.ts'
import type { Db } from '../../database/tables.ts'

/** What features keep of a database through a restore. Features that it does not have yet are missing. */
export async function carriedOverBy(db: Db): Promise<readonly CarriedOver[]> {
  const all: CarriedOver[] = []
  for (const { carriedOver } of storedByFeatures)
    all.push((await carriedOver?.(db).catch(() => undefined)) ?? { ids: [], apply: async () => {} })
  return all
}
