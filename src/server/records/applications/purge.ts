import { outliving, sequential } from '../../../applications/outbox.ts'
import type { Engine } from '../../database/engine.ts'
import type { IndexEntry } from '../../database/search/word-index.ts'
import { storedByFeatures } from '../../database/stored.ts'
import type { Db } from '../../database/tables.ts'
import { finishErasures } from '../persons/erase.ts'
import { forgetLetters, recordDeletion } from '../persons/record.ts'
import { spamHold } from './quarantine.ts'
import type { Row } from './row.ts'

/** Applications per transaction. */
const batchSize = 50

/** Deletes one application for good, unless an undo came first. */
async function purgeOne(
  engine: Engine,
  trx: Db,
  { id, quarantine, hold_until, ...indexed }: Pick<Row, 'id' | 'quarantine' | 'hold_until'> & IndexEntry,
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
  // Spam leaves nothing: it was never in review, and nobody asked for its erasure.
  const isSpam = quarantine !== null || hold_until === spamHold
  if (!isSpam) for (const { locked } of storedByFeatures) await locked?.add(trx, id, now)
  await engine.search.replace(trx, indexed)
  await trx
    .deleteFrom('outbox')
    .where('application_id', '=', id)
    // A claimed row entry stays: its removal must wait until it is settled.
    .where(({ or, and, eb }) =>
      or([
        and([eb('topic', 'not in', outliving), or([eb('topic', 'not in', sequential), eb('state', '<>', 'claimed')])]),
        eb('state', '=', 'cancelled'),
      ]),
    )
    .execute()
  // Earlier backups still contain the application: a restore deletes it again by this record. The id is random, so it is no personal data. An application
  // whose quarantine is over needs no record, because it is deleted again immediately.
  if (quarantine === null) await recordDeletion(trx, id, now)
  // Foreign keys delete its files and history too.
  await trx.deleteFrom('applications').where('id', '=', id).execute()
  return true
}

/** Deletes a batch of applications whose hold is over. @returns how many */
async function purgeBatch(engine: Engine, trx: Db, now: Date): Promise<number> {
  const rows = await trx
    .selectFrom('applications')
    .select(['id', 'seq', 'search_text', 'facets', 'quarantine', 'hold_until'])
    .where('removed_at', 'is not', null)
    .where('hold_until', '<=', now.getTime())
    .orderBy('hold_until')
    .limit(batchSize)
    .execute()
  const ids = rows.map(({ id }) => id)
  // Otherwise a repeat with such a key would get the id of a deleted application.
  if (ids.length > 0) await trx.deleteFrom('idempotency').where('application_id', 'in', ids).execute()
  let deleted = 0
  for (const row of rows) if (await purgeOne(engine, trx, row, now)) deleted += 1
  return deleted
}

/** Deletes applications for good whose hold or quarantine is over, in batches. @returns the number of applications */
export async function purge(engine: Engine, now: Date): Promise<number> {
  await finishErasures(engine, now)
  for (let total = 0; ; ) {
    const purged = await engine.write((trx) => purgeBatch(engine, trx, now))
    total += purged
    if (purged > 0) continue
    if (total > 0) await engine.write(forgetLetters)
    await engine.truncateLog(total > 0)
    return total
  }
}
