import type { Compilable } from 'kysely'
import type { Event, HistoryEntry } from '../../../applications/history.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import type { News } from './lists.ts'

/** The row of a history entry. `revision`: that of the application after the change. */
const historyRow = (id: string, revision: number, entry: HistoryEntry): Tables['history'] => ({
  application_id: id,
  revision,
  at: entry.at.getTime(),
  by: encodeText(entry.by),
  event: JSON.stringify(entry.event),
})

/** The write that inserts a history entry. `revision`: that of the application after the change. */
export const insertHistory = ({ insert }: Engine, id: string, revision: number, entry: HistoryEntry): Compilable =>
  insert('history', [historyRow(id, revision, entry)])

/** The history of an application, deleted or not, oldest first. Each entry has the revision after its change. */
export async function historyOf(db: Db, id: string): Promise<readonly (HistoryEntry & { readonly revision: number })[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('application_id', '=', encodeText(id))
    .orderBy('revision')
    .execute()
  return rows.map(({ at, by, event, revision }) => ({
    at: new Date(at),
    by: decodeText(by),
    event: JSON.parse(event),
    revision,
  }))
}

export async function histories(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEntry[]>> {
  const byApplication = new Map<string, HistoryEntry[]>()
  if (ids.length === 0) return byApplication
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
    const entries = byApplication.get(id) ?? []
    entries.push({ at: new Date(at), by: decodeText(by), event: JSON.parse(event) })
    byApplication.set(id, entries)
  }
  return byApplication
}

const newsOf = (event: Event): News['what'] =>
  'quarantined' in event && event.quarantined !== undefined ? 'quarantined' : event.what

/** See port.ts. It includes deleted applications until they are purged. */
export async function newsSince(db: Db, since: Date, limit: number): Promise<readonly News[]> {
  const rows = await db
    .selectFrom('history')
    .select(['application_id', 'revision', 'event'])
    .where('at', '>=', since.getTime())
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ application_id, revision, event }) => ({
    id: application_id,
    revision,
    what: newsOf(JSON.parse(event) as Event),
  }))
}
