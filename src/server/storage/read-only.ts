import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { latestTime } from '../database/latest-time.ts'
import { compareSchema } from '../database/migrations/apply.ts'
import { postgres } from '../database/postgres/engine.ts'
import { readServerKeys, type Source } from '../database/server-key.ts'
import { Connection } from '../database/sqlite/connection.ts'
import { kyselyOver } from '../database/sqlite/dialect.ts'
import { readValue } from '../database/stored-settings.ts'
import type { Db } from '../database/tables.ts'
import { allFormSnapshots } from '../forms/store.ts'
import type { FormSnapshots } from '../forms/versions.ts'
import { measures } from '../metrics/store.ts'
import { byId } from '../records/applications/applications.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Edits } from '../records/edits/edits.ts'
import { published } from '../records/edits/published.ts'
import { unmatchedRows } from '../records/persons/record.ts'
import { witnesses } from '../sheets/store.ts'
import { movedText } from './moved-to.ts'
import { toAppError } from './open.ts'
import type { Storage } from './port.ts'

/** A database that is only read: it is not created, migrated or written to. */
export interface ReadOnlyDatabase extends Pick<Storage, 'measures' | 'witnesses' | 'unmatchedRows' | 'latestTime' | 'close'> {
  /** The database's own clock; undefined for SQLite, which uses this machine's. */
  now(): Promise<Date | undefined>
  /** The first damage that a check of every page finds; undefined when there is none, and for PostgreSQL, which checks its pages itself. */
  damage(): Promise<string | undefined>
  /** Where and when a SQLite database was moved, and what to do; undefined when it was not moved. */
  readonly moved: string | undefined
  readonly published: Edits['published']
  readonly byId: Applications['byId']
  readonly formSnapshots: FormSnapshots['all']
  /** The migrations that it lacks, and those of a newer program. */
  readonly schema: Awaited<ReturnType<typeof compareSchema>>
}

/** The first finding of SQLite's own check of every page. */
async function checkPages(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const finding = rows[0]?.quick_check
  return finding === 'ok' ? undefined : finding
}

async function readOnlyDatabase(
  db: Db,
  now: ReadOnlyDatabase['now'],
  damage: ReadOnlyDatabase['damage'],
  moved: () => Promise<string | undefined>,
  source: Source,
  close: () => Promise<void>,
): Promise<ReadOnlyDatabase> {
  try {
    return {
      now,
      damage,
      moved: await moved(),
      schema: await compareSchema(db),
      published: () => published(db),
      byId: (id) => byId(db, id),
      measures: () => measures(db),
      latestTime: () => latestTime(db),
      formSnapshots: () => allFormSnapshots(db),
      witnesses: witnesses(db),
      unmatchedRows: async () => unmatchedRows(db, await readServerKeys(source, { get: readValue(db) })),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the SQLite database of a folder for reading; undefined when there is none yet. */
export function readFolder(dataDir: string): { readonly db: Db; readonly close: () => Promise<void> } | undefined {
  const file = join(dataDir, 'kolam.sqlite')
  if (!existsSync(file)) return undefined
  const connection = new Connection(new DatabaseSync(file, { readOnly: true, timeout: 5000 }))
  return { db: kyselyOver(connection), close: async () => connection.close() }
}

/** Where and when the SQLite database of a folder was moved, and what to do; undefined when it was not moved, or cannot be read. */
export async function movedFolder(dataDir: string): Promise<string | undefined> {
  const opened = readFolder(dataDir)
  try {
    return opened && (await movedText(opened.db, dataDir))
  } catch {
    return undefined
  } finally {
    await opened?.close()
  }
}

/**
 * Opens the database for reading; undefined when there is none in the folder yet.
 * @throws AppError with a message for the operator: it cannot be opened, or is not ours
 */
export async function openReadOnly(
  dataDir: string,
  databaseUrl: string | undefined,
  serverKey?: string,
): Promise<ReadOnlyDatabase | undefined> {
  const source = { dataDir, databaseUrl, serverKey }
  try {
    if (databaseUrl !== undefined) {
      const engine = await postgres(databaseUrl, 2)
      const now = async (): Promise<Date> => {
        const { rows } = await sql<{
          ms: string
        }>`select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(engine.read)
        return new Date(Number(rows[0]?.ms))
      }
      return await readOnlyDatabase(
        engine.read,
        now,
        async () => undefined,
        async () => undefined,
        source,
        engine.close,
      )
    }
    const opened = readFolder(dataDir)
    if (opened === undefined) return undefined
    return await readOnlyDatabase(
      opened.db,
      async () => undefined,
      () => checkPages(opened.db),
      () => movedText(opened.db, dataDir),
      source,
      opened.close,
    )
  } catch (error) {
    throw toAppError(error)
  }
}
