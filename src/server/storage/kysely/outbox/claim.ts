import { type Selectable, sql } from 'kysely'
import { type OutboxEntry, outliving, sequential, type Topic } from '../../../../applications/outbox.ts'
import type { Db, Engine, Urgency } from '../engine.ts'
import type { Tables } from '../tables.ts'
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

/** Those of `topics` that may have an entry to claim: one that is due, and not on its way. */
async function dueTopics(db: Db, topics: readonly Topic[], now: number): Promise<readonly Topic[]> {
  const each = topics.map(
    (topic) => sql`select cast(${topic} as text) as topic where exists (
      select 1 from outbox where topic = ${topic} and next_at is not null and next_at <= ${now} and due_at <= ${now})`,
  )
  const { rows } = await sql<{ topic: Topic }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(({ topic }) => topic)
}

/** The ids of waiting entries that are due, and of claimed ones whose claim has lapsed; none of a deleted application, but what outlives it. */
const dueEntries = (topics: readonly Topic[], limit: number, now: Date) => sql`
  select outbox.id from outbox
  where outbox.next_at is not null and outbox.next_at <= ${now.getTime()} and outbox.due_at <= ${now.getTime()}
    and outbox.topic in (${sql.join(topics)})
    and (outbox.topic in (${sql.join(outliving)}) or not exists (
      select 1 from applications where applications.id = outbox.application_id and removed_at is not null))
    and (outbox.topic not in (${sql.join(sequential)}) or not exists (
      select 1 from outbox as other
      where other.application_id = outbox.application_id and other.id <> outbox.id
        and other.topic in (${sql.join(sequential)}) and other.next_at is not null and ${holdsUp(now)}))
  order by outbox.due_at, outbox.id
  limit ${limit}`

/** How claims and reservations are written: nobody waits for them, and those of a process that has ended bind nobody. */
export const claiming = { yields: true, sync: 'later' } as const satisfies Urgency

/** See outbox-port.ts. Written as SQL: it is asked for after every submission and every letter, and building it cost as much as running it. */
export async function claim(
  engine: Engine,
  topics: readonly Topic[],
  limit: number,
  now: Date,
  until: Date,
): Promise<readonly OutboxEntry[]> {
  if (topics.length === 0 || limit < 1) return []
  // A topic alone is read in the order of its index; of several, all that are due would be sorted at each claim.
  const due = await dueTopics(engine.read, topics, now.getTime())
  if (due.length === 0) return []
  return engine.writeOne(async (db) => {
    const { rows } = await sql<Selectable<Tables['outbox']>>`
      with due as materialized (${dueEntries(due, limit, now)} ${engine.skipLocked})
      update outbox set state = 'claimed', next_at = ${until.getTime()}, attempts = attempts + 1, fence = fence + 1
      where id in (select due.id from due) returning *`.execute(db)
    return rows.map(fromRow).sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1))
  }, claiming)
}
