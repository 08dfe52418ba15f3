import { features } from '../../features.ts'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'

/** The ids of what is valid in a database, by feature. Features that it does not have yet are missing. */
export type Valid = Readonly<Record<string, readonly string[]>>

export async function validIn(db: Db): Promise<Valid> {
  const valid: Record<string, readonly string[]> = {}
  for (const { name, restored } of features) {
    const ids = await restored?.valid(db).catch(() => undefined)
    if (ids !== undefined) valid[name] = ids
  }
  return valid
}

/** Ends in a restored database what was not valid any more in the one that it replaces. */
export async function endOthers(engine: Engine, valid: Valid, at: Date): Promise<void> {
  for (const { name, restored } of features) {
    const ids = valid[name]
    if (ids !== undefined) await restored?.endOthers(engine, ids, at)
  }
}
