import { outliving, sequential } from '../../../../applications/outbox.ts'
import type { Db, Engine } from '../engine.ts'
import { finishErasures } from '../persons/erase.ts'
import { recordDeletion } from '../persons/record.ts'
import type { IndexEntry } from '../search/index-entry.ts'
import type { Row } from './row.ts'

/** Applications that one transaction deletes for good. */
const batchSize = 50

/** Deletes one application for good, unless an undo came first. */
async function purgeOne(
  engine: Engine,
  trx: Db,
  { id, quarantine, ...indexed }: Pick<Row, 'id' | 'quarantine'> & IndexEntry,
  now: Date,
): Promise<boolean> {
  await engine.lock(trx, `application:${id}`)
  const current = await trx
    .selectFrom('applications')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  if (current === undefined) return false
  await engine.search.replace(trx, indexed)
  await trx
    .deleteFrom('outbox')
    .where('application_id', '=', id)
    // A row that is being appended holds its removal up until it is settled.
    .where(({ or, and, eb }) =>
      or([
        and([eb('topic', 'not in', outliving), or([eb('topic', 'not in', sequential), eb('state', '<>', 'claimed')])]),
        eb('state', '=', 'cancelled'),
      ]),
    )
    .execute()
  // An earlier backup still has it: a restore reads here what must not come back. The id is random and names nobody.
  // One whose quarantine is over would be deleted again at once.
  if (quarantine === null) await recordDeletion(trx, id, now)
  await trx
    .updateTable('acknowledgements')
    .set({ ended_at: now.getTime(), ended_as: quarantine === null ? 'deleted' : 'quarantine' })
    .where('application_id', '=', id)
    .execute()
  // Files and history go with it, by their foreign keys.
  await trx.deleteFrom('applications').where('id', '=', id).execute()
  return true
}

/** Deletes some whose hold is over; how many. */
async function purgeBatch(engine: Engine, trx: Db, now: Date): Promise<number> {
  const rows = await trx
    .selectFrom('applications')
    .select(['id', 'seq', 'volume', 'search_text', 'facets', 'quarantine'])
    .where('removed_at', 'is not', null)
    .where('hold_until', '<=', now.getTime())
    .orderBy('hold_until')
    .limit(batchSize)
    .execute()
  const ids = rows.map(({ id }) => id)
  // A key would go on answering for an application that is gone.
  if (ids.length > 0) await trx.deleteFrom('idempotency').where('application_id', 'in', ids).execute()
  let deleted = 0
  for (const row of rows) if (await purgeOne(engine, trx, row, now)) deleted += 1
  return deleted
}

/** Deletes for good what was removed and whose hold is over, or whose quarantine is, a few at a time; the number of applications. */
export async function purge(engine: Engine, now: Date): Promise<number> {
  await finishErasures(engine, now)
  for (let total = 0; ; ) {
    const purged = await engine.write((trx) => purgeBatch(engine, trx, now))
    total += purged
    if (purged > 0) continue
    await engine.truncateLog(total > 0)
    return total
  }
}
