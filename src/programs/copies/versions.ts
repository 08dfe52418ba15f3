import { sql } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { Db } from '../../server/database/tables.ts'
import { isListed } from '../../server/records/applications/row.ts'
import { batches } from './copy.ts'
import { columnsOf, fingerprint, rowsOf } from './rows.ts'

/** The revision of an application. `at`: when it was submitted. */
export interface Version {
  readonly id: string
  readonly revision: number
  readonly at: number
}

/** Every application that is not deleted, by id. */
export async function versions(db: Db): Promise<ReadonlyMap<string, Version>> {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'revision', 'submitted_at as at'])
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The ids of the applications whose applicants ended the review. */
export async function ended(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where('removed_at', 'is', null)
    .where((eb) => eb.not(isListed))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** How the applications of a restored copy compare to the live ones. */
export interface VersionComparison {
  /** The number of applications that are equal by hash, with their files and their history up to the copy's revision. */
  readonly equal: number
  readonly files: number
  /** Changed in the live database since the copy was made. */
  readonly changed: number
  /** Deleted from the live database since. */
  readonly removed: number
  /** Ids of applications that differ at the same revision, or are older in the live database. */
  readonly different: readonly string[]
}

const columnsIn = async ({ name, read }: Engine, table: 'applications' | 'files' | 'history'): Promise<readonly string[]> => {
  if (name === 'sqlite') return columnsOf(read, table)
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
    read,
  )
  return rows.map((row) => row.name)
}

/** The columns that change without a new revision: it was read, a total was computed again, or a quarantine was ended. */
const withoutRevision = new Set(['seen_revision', 'read_at', 'total_score', 'quarantine', 'hold_until'])

/** Compares every application of `copy` with the live one of the same revision. Servers keep running. */
export async function compareVersions(copy: Engine, live: Db): Promise<VersionComparison> {
  const [columns, fileColumns, historyColumns] = await Promise.all([
    columnsIn(copy, 'applications').then((names) => names.filter((name) => !withoutRevision.has(name))),
    columnsIn(copy, 'files'),
    columnsIn(copy, 'history'),
  ])
  let files = 0
  /** The hash of an application with its files and its history up to a revision; undefined when it does not have this revision. */
  const hashOf = async (db: Db, id: string, revision: number): Promise<bigint | undefined> => {
    const rows = await rowsOf(db, 'applications', columns, { column: 'id', values: [id] })
    if (rows[0]?.revision !== revision) return undefined
    const fileRows = await rowsOf(db, 'files', fileColumns, { column: 'application_id', values: [id] })
    const history = await rowsOf(db, 'history', historyColumns, { column: 'application_id', values: [id] })
    if (db !== live) files += fileRows.length
    const past = history.filter((row) => Number(row.revision) <= revision)
    return fingerprint(columns, rows) + fingerprint(fileColumns, fileRows) + fingerprint(historyColumns, past)
  }
  const revisionOf = async (db: Db, id: string): Promise<number | undefined> =>
    (await db.selectFrom('applications').select('revision').where('id', '=', id).executeTakeFirst())?.revision
  let equal = 0
  let changed = 0
  let removed = 0
  const different: string[] = []
  for await (const ids of batches(copy.read))
    for (const id of ids) {
      const revision = (await revisionOf(copy.read, id)) ?? 0
      const copyHash = await hashOf(copy.read, id, revision)
      const liveHash = await hashOf(live, id, revision)
      if (copyHash === liveHash) equal += 1
      else {
        // Read again: it may have changed between the reads.
        const now = await revisionOf(live, id)
        if (now === undefined) removed += 1
        else if (now > revision) changed += 1
        else different.push(id)
      }
    }
  return { equal, files, changed, removed, different }
}
