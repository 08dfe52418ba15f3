import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { after, day } from '../../shared/dates.ts'
import type { Engine } from '../database/engine.ts'
import { migrate } from '../database/migrations/apply.ts'
import { onDatabase, schemaUrl } from '../database/postgres/schema.ts'
import type { Source } from '../database/server-key.ts'
import { sqlite } from '../database/sqlite/engine.ts'
import { eraseRecorded } from '../records/persons/erase-recorded.ts'
import type { RecordRow } from '../records/persons/record.ts'

/** How long the database that a restore replaced stays: as long as a backup. */
export const replacedDays = 90

/** A database that a restore replaced: the name of its folder, or of its PostgreSQL schema, and when it was replaced. */
export interface Replaced {
  readonly name: string
  readonly at: Date
}

/** Reads the time in a name, which `fileStamp` wrote; undefined for another name. */
function readName(name: string): Replaced | undefined {
  const [, date = '', time = '', ms = ''] = /^(?:before-|kolam_before_)(\d{8})[-_](\d{6})[-_](\d{3})$/.exec(name) ?? []
  const at = new Date(`${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}.${ms}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { name, at }
}

/** The databases that restores replaced, oldest first. */
export async function replacedDatabases({ dataDir, databaseUrl }: Source): Promise<readonly Replaced[]> {
  const names =
    databaseUrl === undefined
      ? readdirSync(dataDir)
      : await onDatabase(databaseUrl, async ({ read }) => {
          const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace`.execute(read)
          return rows.map(({ name }) => name)
        })
  return names.flatMap((name) => readName(name) ?? []).sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Deletes the databases that were replaced more than `replacedDays` days before `now`. */
export async function deleteReplaced(source: Source, now: Date): Promise<void> {
  const { dataDir, databaseUrl } = source
  for (const { name } of (await replacedDatabases(source)).filter(({ at }) => at <= after(now, -replacedDays * day)))
    if (databaseUrl === undefined) rmSync(path.join(dataDir, name), { recursive: true, force: true })
    else await onDatabase(databaseUrl, ({ read }) => sql`drop schema ${sql.id(name)} cascade`.execute(read))
}

/** Deletes everything that `record` lists as deleted from the replaced databases. One that cannot be opened stays as it is: it may be damaged. */
export async function eraseInReplaced(
  source: Source,
  serverKeys: readonly string[],
  record: readonly RecordRow[],
  now: Date,
): Promise<void> {
  const { dataDir, databaseUrl } = source
  const erase = async (engine: Engine): Promise<void> => {
    await migrate(engine, now)
    await eraseRecorded({ ...engine, serverKeys }, record, 'record', now)
  }
  for (const { name } of await replacedDatabases(source)) {
    if (databaseUrl !== undefined) await onDatabase(schemaUrl(databaseUrl, name), erase).catch(() => undefined)
    else
      try {
        const engine = sqlite(path.join(dataDir, name), { sharesFolder: true })
        await erase(engine).finally(() => engine.close())
      } catch {
        // See above.
      }
  }
}
