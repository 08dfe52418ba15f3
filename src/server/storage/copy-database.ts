import { sql } from 'kysely'
import { compare } from './kysely/copy/compare.ts'
import { copyApplications, copyOrphans, copySmall } from './kysely/copy/copy.ts'
import type { Engine } from './kysely/engine.ts'
import { migrate } from './kysely/migrations/apply.ts'
import { postgres } from './kysely/postgres/engine.ts'
import { sqlite } from './kysely/sqlite/engine.ts'
import { operatorError } from './operator-error.ts'

interface CopyOptions {
  /** The folder with the SQLite database to copy. It is locked during the move, so that no server writes to it. */
  readonly dataDir: string
  /** The PostgreSQL database to copy to: empty, or left by an interrupted move from the same folder. */
  readonly databaseUrl: string
  /** Called as applications are copied, and then as they are compared. */
  readonly onProgress?: (progress: {
    readonly step: 'copying' | 'comparing'
    readonly done: number
    readonly total: number
  }) => void
}

/**
 * Refuses a database that contains anything else, and marks it as the target of this move. The mark identifies the source by the time of its first
 * migration.
 */
async function begin(from: Engine, to: Engine): Promise<void> {
  const { applied_at: source } = await from.read
    .selectFrom('migrations')
    .select('applied_at')
    .orderBy('name')
    .executeTakeFirstOrThrow()
  await to.write(async (trx) => {
    await to.lock(trx, 'move')
    await sql`create table if not exists moved_from (source bigint primary key, finished_at bigint)`.execute(trx)
    const { rows } = await sql<{
      source: number
      finished_at: number | null
    }>`select source, finished_at from moved_from`.execute(trx)
    const before = rows[0]
    if (before !== undefined && before.source !== source)
      throw operatorError('This PostgreSQL database was filled from another folder. Choose an empty one; nothing was changed.')
    if (before !== undefined && before.finished_at !== null)
      throw operatorError(
        'Everything was moved to this PostgreSQL database before, and may have changed there. Nothing was changed.',
      )
    if (before !== undefined) return
    const { rows: used } = await sql`
      select 1 from applications union all select 1 from users union all select 1 from sessions limit 1`.execute(trx)
    if (used.length > 0) throw operatorError('This PostgreSQL database is in use. Choose an empty one; nothing was changed.')
    await sql`insert into moved_from (source, finished_at) values (${source}, null)`.execute(trx)
  })
}

/**
 * Copies everything from SQLite to PostgreSQL, and compares both by count and hash. An interrupted copy can be run again and continues. The source is not
 * changed.
 * @returns the number of rows of each table
 * @throws AppError with a message for the operator: a server is running on the folder, the database is in use, or the copy differs
 */
export async function copyDatabase({ dataDir, databaseUrl, onProgress }: CopyOptions): Promise<Readonly<Record<string, number>>> {
  const from = sqlite(dataDir)
  try {
    await migrate(from, new Date())
    const to = await postgres(databaseUrl, 2)
    try {
      await migrate(to, new Date())
      await begin(from, to)
      const { n: total } = await from.read
        .selectFrom('applications')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      const progress = (step: 'copying' | 'comparing') => {
        let done = 0
        return (more: number): void => {
          done += more
          onProgress?.({ step, done, total })
        }
      }
      await copyApplications(from, to, progress('copying'))
      await copyOrphans(from, to)
      await copySmall(from, to)
      const counts = await compare(from, to, progress('comparing'))
      await sql`update moved_from set finished_at = ${Date.now()}`.execute(to.read)
      return counts
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}
