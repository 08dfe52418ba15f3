import type { Application } from '../../../../applications/application.ts'
import type { HistoryEntry } from '../../../../applications/history.ts'
import type { FileOf, StoredFile } from '../../port.ts'
import type { Db } from '../engine.ts'
import { decodeText, encodeText } from '../text-encoding.ts'
import { columns, fromRow } from './row.ts'

export async function byId(db: Db, id: string): Promise<Application | undefined> {
  const row = await db
    .selectFrom('applications')
    .select(columns)
    .where('id', '=', encodeText(id))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** What happened to an application, deleted or not, oldest first, with the revision that each entry led to. */
export async function historyOf(db: Db, id: string): Promise<readonly (HistoryEntry & { readonly revision: number })[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('application_id', '=', encodeText(id))
    .orderBy('revision')
    .execute()
  return rows.map(({ at, by, event, revision }) => ({ at: new Date(at), by: decodeText(by), event: JSON.parse(event), revision }))
}

export async function history(db: Db, id: string): Promise<readonly HistoryEntry[]> {
  const seen = await db
    .selectFrom('applications')
    .select('id')
    .where('id', '=', encodeText(id))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return seen === undefined ? [] : (await historyOf(db, id)).map(({ at, by, event }) => ({ at, by, event }))
}

/** See port.ts. */
export async function histories(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEntry[]>> {
  const histories = new Map<string, HistoryEntry[]>()
  if (ids.length === 0) return histories
  const rows = await db
    .selectFrom('history')
    .innerJoin('applications', 'applications.id', 'history.application_id')
    .select(['history.application_id', 'history.at', 'history.by', 'history.event'])
    .where('history.application_id', 'in', ids.map(encodeText))
    .where('applications.removed_at', 'is', null)
    .orderBy('history.application_id')
    .orderBy('history.revision')
    .execute()
  for (const { application_id: id, at, by, event } of rows) {
    const entries = histories.get(id) ?? []
    entries.push({ at: new Date(at), by: decodeText(by), event: JSON.parse(event) })
    histories.set(id, entries)
  }
  return histories
}

/** See port.ts. */
export async function files(db: Db, ids: readonly string[]): Promise<readonly FileOf[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('files')
    .innerJoin('applications', 'applications.id', 'files.application_id')
    .select(['files.application_id', 'files.field', 'files.name', 'files.type'])
    .where('files.application_id', 'in', ids.map(encodeText))
    .where('applications.removed_at', 'is', null)
    .orderBy('files.field')
    .execute()
  const index = new Map(ids.map((id, index) => [id, index]))
  return rows
    .map((row) => ({
      applicationId: row.application_id,
      field: decodeText(row.field),
      name: decodeText(row.name),
      type: decodeText(row.type),
    }))
    .sort((a, b) => (index.get(a.applicationId) ?? 0) - (index.get(b.applicationId) ?? 0))
}

export async function file(db: Db, id: string, field: string): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('files')
    .innerJoin('applications', 'applications.id', 'files.application_id')
    .select(['files.field', 'files.name', 'files.type', 'files.bytes'])
    .where('files.application_id', '=', encodeText(id))
    .where('files.field', '=', encodeText(field))
    .where('applications.removed_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      field: decodeText(row.field),
      name: decodeText(row.name),
      type: decodeText(row.type),
      bytes: new Uint8Array(row.bytes),
    }
  )
}
