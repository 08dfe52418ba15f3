import { sql } from 'kysely'
import { type OutboxEntry, outliving, sequential, type Topic } from '../../../../applications/outbox.ts'
import type { Db, Engine } from '../engine.ts'
import { fromRow } from './row.ts'

/**
 * Whether `other` holds `outbox` up, an entry for the same row of the spreadsheet: it is on its way, or it is of an earlier change, and due or tried
 * already. A removal waits for what is on its way only: of a deleted application nothing else is sent.
 */
const holdsUp = (now: Date) => sql<boolean>`(
  (other.state = 'claimed' and other.next_at > ${now.getTime()})
  or (
    outbox.topic <> 'sheet.removal'
    and (other.attempts > 0 or other.due_at <= ${now.getTime()})
    and (other.revision < outbox.revision or (other.revision = outbox.revision and other.id < outbox.id))
  )
)`

/**
 * Lets go of what a process that has ended had claimed for the spreadsheet: a removal need not wait for its claims to lapse. The spreadsheet knows a
 * row by its id, so that a repeat does nothing. A letter may have arrived: it waits for its claim to lapse, or a server that keeps crashing
 * would send it at every start.
 */
export const releaseClaims = (engine: Engine): Promise<unknown> =>
  engine.write((trx) =>
    trx
      .updateTable('outbox')
      .set({ state: 'waiting', next_at: sql<number>`due_at` })
      .where('state', '=', 'claimed')
      .where('topic', 'in', sequential)
      .execute(),
  )

/** The ids of waiting entries that are due, and of claimed ones whose claim has lapsed; none of a deleted application, but what outlives it. */
const dueEntries = (db: Db, topics: readonly Topic[], limit: number, now: Date) =>
  db
    .selectFrom('outbox')
    .select('outbox.id')
    .where('outbox.next_at', 'is not', null)
    .where('outbox.next_at', '<=', now.getTime())
    .where('outbox.due_at', '<=', now.getTime())
    .where('outbox.topic', 'in', topics)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('outbox.topic', 'in', outliving),
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
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('outbox.topic', 'not in', sequential),
        not(
          exists(
            selectFrom('outbox as other')
              .select('other.id')
              .whereRef('other.application_id', '=', 'outbox.application_id')
              .whereRef('other.id', '<>', 'outbox.id')
              .where('other.topic', 'in', sequential)
              .where('other.next_at', 'is not', null)
              .where(holdsUp(now)),
          ),
        ),
      ]),
    )
    .orderBy('outbox.due_at')
    .orderBy('outbox.id')
    .limit(limit)

/** See outbox-port.ts. */
export function claim(
  engine: Engine,
  topics: readonly Topic[],
  limit: number,
  now: Date,
  until: Date,
): Promise<readonly OutboxEntry[]> {
  if (topics.length === 0 || limit < 1) return Promise.resolve([])
  return engine.writeOne(async (db) => {
    const due = dueEntries(db, topics, limit, now)
    const rows = await db
      .with(
        (cte) => cte('due').materialized(),
        () => engine.skipLocked(due),
      )
      .updateTable('outbox')
      .set({
        state: 'claimed',
        next_at: until.getTime(),
        attempts: sql<number>`attempts + 1`,
        fence: sql<number>`fence + 1`,
      })
      .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
      .returningAll()
      .execute()
    return rows.map(fromRow).sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1))
  })
}
