import { sql } from 'kysely'
import type { HistoryEntry } from '../../../applications/history.ts'
import type { OutboxDraft, OutboxState } from '../../../applications/outbox.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import { countChange, updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import type { Applications } from './port.ts'
import { columns, fromRow } from './row.ts'

/** The history entry of a deletion, the end of its hold, and the outbox entries to insert. */
export interface Removal {
  readonly entry: HistoryEntry
  readonly holdUntil: Date
  /** @param revision that of the application before the deletion */
  drafts(revision: number): readonly OutboxDraft[]
}

/** Deletes a listed application within a unit. @returns the revision after the deletion; undefined when it is not listed */
export async function removeIn(
  engine: Engine,
  trx: Db,
  id: string,
  { entry, holdUntil, drafts }: Removal,
): Promise<number | undefined> {
  await engine.lock(trx, `application:${id}`)
  const before = await trx
    .selectFrom('applications')
    .select(columns)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (before === undefined) return undefined
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
    ...insertOutboxEntries(engine, drafts(before.revision), revision, entry.at),
    insertHistory(engine, id, revision, entry),
    ...updateCounters(engine, before.form_type, countChange(fromRow(before), undefined)),
  ])
  return revision
}

/** See port.ts. Entries that are being sent are left to their worker (see outbox/settle.ts). */
export const remove = (
  engine: Engine,
  requestedId: string,
  entry: HistoryEntry,
  holdUntil: Date,
  outbox: readonly OutboxDraft[] = [],
): ReturnType<Applications['remove']> =>
  engine.write<Awaited<ReturnType<Applications['remove']>>>(async (trx) => {
    const revision = await removeIn(engine, trx, encodeText(requestedId), { entry, holdUntil, drafts: () => outbox })
    return revision === undefined ? { kind: 'not_found' } : { kind: 'removed', revision }
  })

/** Those of `ids` that belong to a waiting erasure. */
export async function erasingOf(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('erasing').select('application_id').where('application_id', 'in', ids).execute()
  return new Set(rows.map((row) => row.application_id))
}

/** The row of a deleted application that is not in quarantine. */
export const deletedRow = (db: Db, id: string) =>
  db
    .selectFrom('applications')
    .select([...columns, 'hold_until'])
    .where('id', '=', encodeText(id))
    .where('removed_at', 'is not', null)
    .where('quarantine', 'is', null)
    .executeTakeFirst()

/** See port.ts. */
export async function deleted(db: Db, id: string): ReturnType<Applications['deleted']> {
  const row = await deletedRow(db, id)
  if (row === undefined) return undefined
  const isErased = (await erasingOf(db, [row.id])).size > 0
  return { application: fromRow(row), holdUntil: new Date(row.hold_until ?? 0), isErased }
}
