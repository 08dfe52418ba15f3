import { outliving, sequential } from '../../../../applications/outbox.ts'
import type { Engine } from '../engine.ts'
import { finishErasures } from '../persons/erase.ts'
import { recordDeletion } from '../persons/record.ts'

/** Deletes for good what was removed and whose hold is over, or whose quarantine is, a few at a time; the number of applications. */
export async function purge(engine: Engine, now: Date): Promise<number> {
  await finishErasures(engine, now)
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
        if (quarantine === null) await recordDeletion(trx, id, now)
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
