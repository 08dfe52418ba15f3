import { purge } from '../applications/purge.ts'
import type { Engine } from '../engine.ts'
import { endHold } from './erase.ts'
import { addToRecord, idsOf, type RecordRow } from './record.ts'

/** Ids that one statement looks for. */
const batch = 500

/**
 * Adds to the record of deletions, and deletes for good whatever is stored in spite of it.
 * @returns the number of applications that it deleted
 */
export async function eraseRecorded(engine: Engine, record: readonly RecordRow[], by: string, now: Date): Promise<number> {
  await addToRecord(engine, record)
  const ids = idsOf(record)
  let erased = 0
  for (let from = 0; from < ids.length; from += batch) {
    const rows = await engine.read
      .selectFrom('applications')
      .select('id')
      .where('id', 'in', ids.slice(from, from + batch))
      .execute()
    for (const { id } of rows) await engine.write((trx) => endHold(engine, trx, id, by, now))
    erased += rows.length
  }
  if (erased > 0) await purge(engine, now)
  return erased
}
