import { sql } from 'kysely'
import { type OutboxEntry, outliving, type Topic } from '../../../../applications/outbox.ts'
import type { Engine } from '../engine.ts'
import { fromRow } from './row.ts'

/** See port.ts. Waiting entries that are due, and claimed ones whose claim has lapsed; none of a deleted application, but what outlives it. */
export function claim(
  engine: Engine,
  topics: readonly Topic[],
  limit: number,
  now: Date,
  until: Date,
): Promise<readonly OutboxEntry[]> {
  if (topics.length === 0 || limit < 1) return Promise.resolve([])
  return engine.write(async (trx) => {
    const due = trx
      .selectFrom('outbox')
      .select('id')
      .where('next_at', 'is not', null)
      .where('next_at', '<=', now.getTime())
      .where('due_at', '<=', now.getTime())
      .where('topic', 'in', topics)
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('topic', 'in', outliving),
          not(
            exists(
              selectFrom('applications')
                .select('applications.id')
                .whereRef('applications.id', '=', 'outbox.application_id')
                .where('removed_at', 'is not', null),
            ),
          ),
        ]),
      )
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
    const ids = (await engine.skipLocked(due).execute()).map(({ id }) => id)
    if (ids.length === 0) return []
    const rows = await trx
      .updateTable('outbox')
      .set({
        state: 'claimed',
        next_at: until.getTime(),
        attempts: sql<number>`attempts + 1`,
        fence: sql<number>`fence + 1`,
      })
      .where('id', 'in', ids)
      .returningAll()
      .execute()
    const place = new Map(ids.map((id, index) => [id, index]))
    return rows.map(fromRow).sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  })
}
