import { sql } from 'kysely'
import type { Change } from '../../../applications/moves.ts'
import type { Signal } from '../../../applications/signals.ts'
import type { Engine } from '../../database/engine.ts'
import { fold, words } from '../../database/search/fold.ts'
import { parts, spanConditions } from '../../database/search/word-index.ts'
import type { Db } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import { updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import { decodeCursor, encodeCursor } from './list.ts'
import type { Lists } from './lists.ts'
import type { Applications } from './port.ts'
import { erasingOf } from './remove.ts'
import { columns, fromRow } from './row.ts'

/** See port.ts. The search reads the texts without an index, because few applications are in quarantine. */
export async function quarantined(
  db: Db,
  { cursor, limit, search = '' }: Parameters<Lists['quarantined']>[0],
): ReturnType<Lists['quarantined']> {
  let query = db
    .selectFrom('applications')
    .select([...columns, 'quarantine', 'hold_until'])
    .where('quarantine', 'is not', null)
  for (const word of words(fold(search.slice(0, 500))).slice(0, 20))
    query = query.where(sql<boolean>`${sql.ref('search_text')} like ${`%${word}%`}`)
  if (cursor !== undefined)
    for (const condition of spanConditions(parts.newest, { after: decodeCursor('date', cursor) })) query = query.where(condition)
  const [rows, groups] = await Promise.all([
    query
      .orderBy('submitted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom('applications')
      .select((eb) => ['form_type', 'quarantine', eb.fn.countAll<number>().as('n')])
      .where('quarantine', 'is not', null)
      .groupBy(['form_type', 'quarantine'])
      .execute(),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    quarantined: shown.map((row) => ({
      application: fromRow(row),
      reasons: JSON.parse(row.quarantine ?? '[]') as readonly Signal[],
      until: new Date(row.hold_until ?? 0),
      alike: groups.find(({ form_type, quarantine }) => form_type === row.form_type && quarantine === row.quarantine)?.n ?? 1,
    })),
    nextCursor:
      rows.length > limit && last !== undefined
        ? encodeCursor('date', { part: 0, key: last.submitted_at, id: last.id })
        : undefined,
    total: groups.reduce((sum, { n }) => sum + n, 0),
  }
}

export async function inQuarantine(db: Db, id: string): ReturnType<Applications['inQuarantine']> {
  const row = await db
    .selectFrom('applications')
    .select(columns)
    .where('id', '=', encodeText(id))
    .where('quarantine', 'is not', null)
    .executeTakeFirst()
  return row && fromRow(row)
}

export const release = (engine: Engine, { application, entry, outbox }: Change): ReturnType<Applications['release']> =>
  engine.write<'released' | 'stale'>(async (trx) => {
    const id = encodeText(application.id)
    const revision = application.revision + 1
    await engine.lock(trx, `application:${id}`)
    if ((await erasingOf(trx, [id])).size > 0) return 'stale'
    const released = await trx
      .updateTable('applications')
      .set({ removed_at: null, hold_until: null, quarantine: null, revision })
      .where('id', '=', id)
      .where('revision', '=', application.revision)
      .where('quarantine', 'is not', null)
      .executeTakeFirst()
    if (released.numUpdatedRows !== 1n) return 'stale'
    await engine.together(trx, [
      insertHistory(engine, id, revision, entry),
      ...insertOutboxEntries(engine, outbox, revision, entry.at, application.ip),
      ...updateCounters(engine, application.formType, { [application.status]: 1 }),
    ])
    return 'released'
  })

/** The end of the hold of spam that the desk deletes, and no moment: the purge keeps nothing of it under lock, as of spam whose 30 days are over. */
export const spamHold = 0

/** See port.ts. It turns them into deleted applications whose hold is over, so that the next purge deletes them. */
export const discard = (engine: Engine, which: Parameters<Applications['discard']>[0], now: Date): Promise<number> =>
  engine.write(async (trx) => {
    let query = trx
      .updateTable('applications')
      .set({ quarantine: null, hold_until: 'bySender' in which ? now.getTime() : spamHold })
      .where('quarantine', 'is not', null)
    if ('ids' in which) {
      if (which.ids.length === 0) return 0
      query = query.where('id', 'in', which.ids.map(encodeText))
    } else {
      const like = await trx
        .selectFrom('applications')
        .select(['form_type', 'quarantine'])
        .where('id', '=', encodeText(which.like))
        .executeTakeFirst()
      if (like === undefined || like.quarantine === null) return 0
      query = query
        .where('form_type', '=', like.form_type)
        .where('quarantine', '=', like.quarantine)
        .where('submitted_at', '<=', which.upTo.getTime())
    }
    return Number((await query.executeTakeFirst()).numUpdatedRows)
  })
