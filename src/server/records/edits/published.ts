import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import { decodeText } from '../../database/text-encoding.ts'

/** Changed files that were published together, or that wait for their minute. */
export interface Publish {
  readonly id: string
  /** Its place in the order of publishes; null while it waits. */
  readonly revision: number | null
  /** When it was published; when it was scheduled, while it waits. */
  readonly at: Date
  readonly by: string
  readonly note: string
  /** When it is published, or was to be; null for one that was published at once. */
  readonly dueAt: Date | null
  /** Why it was not published at its minute; empty otherwise. */
  readonly fault: string
  readonly paths: readonly string[]
}

/** A text that waits for its minute. */
export interface WaitingText extends Pick<Publish, 'id' | 'by' | 'fault'> {
  readonly dueAt: Date
  readonly path: string
  /** As in `ChangedFiles`. */
  readonly text: string | null
}

/** Texts by path. Null: the file follows the build again. An empty text: the file does not exist. */
export type ChangedFiles = Readonly<Record<string, string | null>>

const moment = (at: number | null): Date | null => (at === null ? null : new Date(Number(at)))

/** The published revision and texts, in one statement: a publish between two would give texts under another revision. */
export async function published(
  db: Db,
): Promise<{ readonly revision: number; readonly files: Readonly<Record<string, string>> }> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('publishes')
        .select(({ fn }) => fn.max('revision').as('last'))
        .as('newest'),
    )
    .leftJoin('published_files', (join) => join.on('live', '=', sql.lit(1)).on('text', 'is not', null))
    .select(['last', 'path', 'text'])
    .execute()
  const files = rows.flatMap(({ path, text }) =>
    path === null || text === null ? [] : [[decodeText(path), decodeText(text)] as const],
  )
  return {
    revision: Number(rows[0]?.last ?? 0),
    files: Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const changedFiles = (rows: readonly { readonly path: string; readonly text: string | null }[]): ChangedFiles =>
  Object.fromEntries(rows.map(({ path, text }) => [decodeText(path), text === null ? null : decodeText(text)]))

export const filesOf = async (db: Db, id: string): Promise<ChangedFiles> =>
  changedFiles(
    await db.selectFrom('published_files').select(['path', 'text']).where('publish_id', '=', id).orderBy('path').execute(),
  )

export async function filesBefore(db: Db, id: string): Promise<ChangedFiles> {
  const { rows } = await sql<{ path: string; text: string | null }>`select f.path, (
      select g.text from published_files g join publishes q on q.id = g.publish_id
      where g.path = f.path and q.revision is not null and (p.revision is null or q.revision < p.revision)
      order by q.revision desc limit 1) as text
    from published_files f join publishes p on p.id = f.publish_id where p.id = ${id} order by f.path`.execute(db)
  return changedFiles(rows)
}

export async function waiting(db: Db): Promise<readonly WaitingText[]> {
  const rows = await db
    .selectFrom('publishes')
    .innerJoin('published_files', 'published_files.publish_id', 'publishes.id')
    .select(['id', 'by', 'fault', 'due_at', 'path', 'text'])
    .where('revision', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .orderBy('path')
    .execute()
  return rows.map(({ id, by, fault, due_at, path, text }) => ({
    ...{ id, by, fault: decodeText(fault), dueAt: new Date(Number(due_at)) },
    ...{ path: decodeText(path), text: text === null ? null : decodeText(text) },
  }))
}

/** How many publishes the history has. */
const historyLength = 200

export async function publishes(db: Db): Promise<readonly Publish[]> {
  const rows = [
    ...(await db.selectFrom('publishes').selectAll().where('revision', 'is', null).orderBy('due_at').orderBy('id').execute()),
    ...(await db
      .selectFrom('publishes')
      .selectAll()
      .where('revision', 'is not', null)
      .orderBy('revision', 'desc')
      .limit(historyLength)
      .execute()),
  ]
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const files = await db
    .selectFrom('published_files')
    .select(['publish_id', 'path'])
    .where('publish_id', 'in', ids)
    .orderBy('path')
    .execute()
  const paths = Map.groupBy(files, ({ publish_id }) => publish_id)
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision === null ? null : Number(row.revision),
    at: new Date(Number(row.at)),
    by: row.by,
    note: decodeText(row.note),
    dueAt: moment(row.due_at),
    fault: decodeText(row.fault),
    paths: (paths.get(row.id) ?? []).map(({ path }) => decodeText(path)),
  }))
}
