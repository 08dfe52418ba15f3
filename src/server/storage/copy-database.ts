import { sql } from 'kysely'
import { compare } from './kysely/copy/compare.ts'
import { copyApplications, copyOrphans, copySmall } from './kysely/copy/copy.ts'
import { deleteMove, readMove, refuseMoved, shownAddress, writeMove } from './kysely/copy/moved-to.ts'
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
 * Refuses a database that contains anything else, and marks both databases with this move, which has begun. The mark in the target identifies the source by
 * the time of its first migration.
 * @returns when the target was found equal, if this move was interrupted before it marked the source as moved; undefined otherwise
 */
async function begin(from: Engine, to: Engine, target: string): Promise<Date | undefined> {
  const { applied_at: source } = await from.read
    .selectFrom('migrations')
    .select('applied_at')
    .orderBy('name')
    .executeTakeFirstOrThrow()
  const hasBegun = (await readMove(from.read))?.to === target
  const finishedAt = await to.write(async (trx) => {
    await to.lock(trx, 'move')
    await sql`create table if not exists moved_from (source bigint primary key, finished_at bigint)`.execute(trx)
    const { rows } = await sql<{
      source: number
      finished_at: number | null
    }>`select source, finished_at from moved_from`.execute(trx)
    const before = rows[0]
    if (before !== undefined && before.source !== source)
      throw operatorError('This PostgreSQL database was filled from another folder. Choose an empty one; nothing was changed.')
    if (before !== undefined && before.finished_at !== null) {
      if (hasBegun) return new Date(before.finished_at)
      throw operatorError(
        'Everything was moved to this PostgreSQL database before, and may have changed there. Nothing was changed.',
      )
    }
    if (before !== undefined) return undefined
    const { rows: used } = await sql`
      select 1 from applications union all select 1 from users union all select 1 from sessions limit 1`.execute(trx)
    if (used.length > 0) throw operatorError('This PostgreSQL database is in use. Choose an empty one; nothing was changed.')
    await sql`insert into moved_from (source, finished_at) values (${source}, null)`.execute(trx)
    return undefined
  })
  if (!hasBegun) await writeMove(from, { to: target, at: undefined })
  return finishedAt
}

/** The result of a move. */
interface Moved {
  /** The number of rows of each table; undefined when an earlier run, which was interrupted after the comparison, had copied them. */
  readonly counts: Readonly<Record<string, number>> | undefined
  /** When the copy was found equal. */
  readonly at: Date
}

/**
 * Copies everything from SQLite to PostgreSQL, compares both by count and hash, and marks the source as moved: no server starts on it any more. An
 * interrupted copy can be run again and continues.
 * @throws AppError with a message for the operator: a server is running on the folder, its data was moved, the database is in use, or the copy differs
 */
export async function copyDatabase({ dataDir, databaseUrl, onProgress }: CopyOptions): Promise<Moved> {
  const target = shownAddress(databaseUrl)
  const from = sqlite(dataDir)
  try {
    await refuseMoved(from.read, dataDir)
    await migrate(from, new Date())
    const to = await postgres(databaseUrl, 2)
    try {
      await migrate(to, new Date())
      const finishedAt = await begin(from, to, target)
      if (finishedAt !== undefined) {
        await writeMove(from, { to: target, at: finishedAt })
        return { counts: undefined, at: finishedAt }
      }
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
      const at = new Date()
      // First here: a target that is in use is never copied to again. If the mark of the source is missing then, the next run adds it.
      await sql`update moved_from set finished_at = ${at.getTime()}`.execute(to.read)
      await writeMove(from, { to: target, at })
      return { counts, at }
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/**
 * Deletes the mark of a move from the SQLite database in `dataDir`, so that a server starts on it again.
 * @returns the address to which it was moved; undefined when it was not moved
 * @throws AppError with a message for the operator: another program has locked the folder
 */
export async function cancelMove(dataDir: string): Promise<string | undefined> {
  const from = sqlite(dataDir)
  try {
    const move = await readMove(from.read)
    if (move?.at === undefined) return undefined
    await deleteMove(from)
    return move.to
  } finally {
    await from.close()
  }
}
