import type { Application } from '../../../../applications/application.ts'
import type { HistoryEntry } from '../../../../applications/history.ts'
import type { StoredFile } from '../../port.ts'
import type { Db } from '../engine.ts'
import { keep, kept } from '../odd-text.ts'
import { columns, fromRow } from './row.ts'

export async function byId(db: Db, id: string): Promise<Application | undefined> {
  const row = await db
    .selectFrom('applications')
    .select(columns)
    .where('id', '=', keep(id))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** What happened to an application, deleted or not, oldest first, with the revision that each entry led to. */
export async function historyOf(db: Db, id: string): Promise<readonly (HistoryEntry & { readonly revision: number })[]> {
  const rows = await db.selectFrom('history').selectAll().where('application_id', '=', keep(id)).orderBy('revision').execute()
  return rows.map(({ at, by, event, revision }) => ({ at: new Date(at), by: kept(by), event: JSON.parse(event), revision }))
}

export async function history(db: Db, id: string): Promise<readonly HistoryEntry[]> {
  const seen = await db
    .selectFrom('applications')
    .select('id')
    .where('id', '=', keep(id))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return seen === undefined ? [] : (await historyOf(db, id)).map(({ at, by, event }) => ({ at, by, event }))
}

export async function file(db: Db, id: string, field: string): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('files')
    .innerJoin('applications', 'applications.id', 'files.application_id')
    .select(['files.field', 'files.name', 'files.type', 'files.bytes'])
    .where('files.application_id', '=', keep(id))
    .where('files.field', '=', keep(field))
    .where('applications.removed_at', 'is', null)
    .executeTakeFirst()
  return row && { field: kept(row.field), name: kept(row.name), type: kept(row.type), bytes: new Uint8Array(row.bytes) }
}
