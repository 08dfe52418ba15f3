import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import { deletedAmong } from '../records/persons/record.ts'

/** What the database knows of applications that should be elsewhere too, or that are elsewhere only. */
export interface Witnesses {
  /** The ids of applications that are not stored, although the outbox has their letters or rows, and nobody deleted them for good. */
  lost(): Promise<readonly string[]>
  /** All stored applications. `isMirrored`: the desk can list it, and its row was sent before this moment. Yields to the event loop. */
  stored(before: Date): AsyncIterable<{ readonly id: string; readonly isMirrored: boolean }>
  /** Those of these applications that were deleted for good. */
  deleted(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Applications whose row is being removed, or was removed since then. */
  removed(since: Date): Promise<ReadonlySet<string>>
}

/** Applications per statement. On SQLite, a statement blocks the event loop for some milliseconds. */
const pageSize = 500

async function* stored(db: Db, before: Date): ReturnType<Witnesses['stored']> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: { id: string; is_mirrored: 0 | 1 }[] } = await sql<{ id: string; is_mirrored: 0 | 1 }>`select a.id,
      case when a.removed_at is null and exists (select 1 from outbox o
        where o.key = a.id || ':row' and o.state = 'sent' and o.sent_at < ${before.getTime()}) then 1 else 0 end as is_mirrored
      from applications a where a.id > ${after} order by a.id limit ${pageSize}`.execute(db)
    for (const { id, is_mirrored } of rows) yield { id, isMirrored: is_mirrored === 1 }
    after = rows.length < pageSize ? undefined : rows.at(-1)?.id
    await nextTurn()
  }
}

export const witnesses = (db: Db): Witnesses => ({
  async lost() {
    const rows = await db
      .selectFrom('outbox')
      .select('application_id')
      .distinct()
      .where('topic', 'in', ['mail.letter', 'sheet.row'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('applications').select('id').whereRef('applications.id', '=', 'outbox.application_id'))),
      )
      .execute()
    const ids = rows.map(({ application_id }) => application_id)
    const deleted = await deletedAmong(db, ids)
    return ids.filter((id) => !deleted.has(id))
  },
  stored: (before) => stored(db, before),
  deleted: (ids) => deletedAmong(db, ids),
  async removed(since) {
    const rows = await db
      .selectFrom('outbox')
      .select('application_id')
      .where('topic', '=', 'sheet.removal')
      .where(({ or, eb }) => or([eb('state', 'in', ['waiting', 'claimed']), eb('sent_at', '>=', since.getTime())]))
      .execute()
    return new Set(rows.map(({ application_id }) => application_id))
  },
})
