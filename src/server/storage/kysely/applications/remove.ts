import { sql } from 'kysely'
import type { HistoryEntry } from '../../../../applications/history.ts'
import { type OutboxDraft, type OutboxState, outliving, sequential } from '../../../../applications/outbox.ts'
import type { Applications } from '../../applications-port.ts'
import type { Db, Engine } from '../engine.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import { encodeText } from '../text-encoding.ts'
import { updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'

/** See applications-port.ts. What is being sent at this moment is left to its sender (see outbox/settle.ts). */
export const remove = (
  engine: Engine,
  requestedId: string,
  entry: HistoryEntry,
  holdUntil: Date,
  outbox: readonly OutboxDraft[] = [],
): ReturnType<Applications['remove']> =>
  engine.write<Awaited<ReturnType<Applications['remove']>>>(async (trx) => {
    const id = encodeText(requestedId)
    await engine.lock(trx, `application:${id}`)
    const before = await trx
      .selectFrom('applications')
      .select(['form_type', 'status', 'withdrawn_at', 'revision'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (before === undefined) return { kind: 'not_found' }
    const revision = before.revision + 1
    await engine.together(trx, [
      trx
        .updateTable('applications')
        .set({ removed_at: entry.at.getTime(), hold_until: holdUntil.getTime(), revision })
        .where('id', '=', id),
      trx
        .updateTable('outbox')
        .set({ state: 'cancelled', next_at: null, revived_as: sql<OutboxState>`state` })
        .where('application_id', '=', id)
        .where('state', 'in', ['waiting', 'parked']),
      ...insertOutboxEntries(trx, outbox, revision, entry.at),
      insertHistory(trx, id, revision, entry),
      ...updateCounters(trx, engine.shards, before.form_type, before.withdrawn_at === null ? { [before.status]: -1 } : {}),
    ])
    return { kind: 'removed', revision }
  })

/** The record of deletions: settings whose key is this and the id of an application that was deleted for good. */
const erasedPrefix = 'erased:'

/** The ids in the record of deletions. */
export async function erasedIds(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('settings').select('key').where('key', 'like', `${erasedPrefix}%`).execute()
  return rows.map(({ key }) => key.slice(erasedPrefix.length))
}

/** Whether an application with this id was deleted for good. */
export async function isErased(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('settings').select('key').where('key', '=', `${erasedPrefix}${id}`).executeTakeFirst()
  return row !== undefined
}

/** Deletes for good what was removed and whose hold is over, or whose quarantine is, a few at a time; the number of applications. */
export async function purge(engine: Engine, now: Date): Promise<number> {
  for (let total = 0; ; ) {
    const purged = await engine.write(async (trx) => {
      const rows = await trx
        .selectFrom('applications')
        .select(['id', 'seq', 'volume', 'search_text', 'facets', 'quarantine'])
        .where('removed_at', 'is not', null)
        .where('hold_until', '<=', now.getTime())
        .orderBy('hold_until')
        .limit(50)
        .execute()
      // A key would go on answering for an application that is gone.
      if (rows.length > 0)
        await trx
          .deleteFrom('idempotency')
          .where(
            'application_id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute()
      let deleted = 0
      for (const { id, quarantine, ...indexed } of rows) {
        await engine.lock(trx, `application:${id}`)
        const current = await trx
          .selectFrom('applications')
          .select('id')
          .where('id', '=', id)
          .where('removed_at', 'is not', null)
          .executeTakeFirst()
        if (current === undefined) continue
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
        if (quarantine === null)
          await trx
            .insertInto('settings')
            .values({ key: `${erasedPrefix}${id}`, value: JSON.stringify(now.toISOString()), revision: 1 })
            .onConflict((conflict) => conflict.column('key').doNothing())
            .execute()
        await trx
          .updateTable('acknowledgements')
          .set({ ended_at: now.getTime(), ended_as: quarantine === null ? 'deleted' : 'quarantine' })
          .where('application_id', '=', id)
          .execute()
        // Files and history go with it, by their foreign keys.
        await trx.deleteFrom('applications').where('id', '=', id).execute()
        deleted += 1
      }
      return deleted
    })
    total += purged
    if (purged > 0) continue
    await engine.truncateLog(total > 0)
    return total
  }
}
