import { sql } from 'kysely'
import { migrate } from '../../server/database/migrations/apply.ts'
import { operatorError } from '../../server/database/operator-error.ts'
import { postgres } from '../../server/database/postgres/engine.ts'
import { sqlite } from '../../server/database/sqlite/engine.ts'
import type { Db } from '../../server/database/tables.ts'
import { deleteMove, readMove, refuseMoved, shownAddress, writeMove } from '../../server/storage/moved-to.ts'
import { count } from './compare.ts'
import { dropStaging, type OnProgress, refuseServers, stage, swapSchemas } from './staging.ts'

interface MoveOptions {
  /** The folder with the SQLite database. It is locked during the move, so that no server writes to it. */
  readonly dataDir: string
  /** An empty PostgreSQL database. */
  readonly databaseUrl: string
  /** Called as applications are copied, and then as they are compared. */
  readonly onProgress?: (step: 'copying' | 'comparing', done: number, total: number) => void
}

/** The result of a move. */
interface Moved {
  /** The number of rows of each table; undefined when an earlier run, which was interrupted before its last step, had copied them. */
  readonly counts: Readonly<Record<string, number>> | undefined
}

/** Whether the target is empty, has the data of this source, or other data. */
async function contentOf(url: string, source: Db): Promise<'empty' | 'ours' | 'other'> {
  const engine = await postgres(url, 1)
  try {
    const { rows } = await sql<{ table: string | null }>`select to_regclass('applications')::text as table`.execute(engine.read)
    if (rows[0]?.table === null) return 'empty'
    const { rows: used } = await sql`
      select 1 from applications union all select 1 from users union all select 1 from sessions limit 1`.execute(engine.read)
    if (used.length === 0) return 'empty'
    const oldest = await source.selectFrom('applications').select('id').orderBy('seq').limit(100).execute()
    if (oldest.length === 0) return 'other'
    const ids = oldest.map(({ id }) => id)
    const copied = await engine.read.selectFrom('applications').select('id').where('id', 'in', ids).limit(1).execute()
    return copied.length > 0 ? 'ours' : 'other'
  } finally {
    await engine.close()
  }
}

/**
 * Copies everything from SQLite to PostgreSQL as a restore does: into a separate schema, which replaces the empty one when both are equal by count and hash.
 * Then the source is marked as moved: no server starts on it any more. After an interruption it can be run again.
 * @throws AppError with a message for the operator: a server is running, the data was moved, the target is in use, or the copy differs
 */
export async function move({ dataDir, databaseUrl, onProgress }: MoveOptions): Promise<Moved> {
  const to = shownAddress(databaseUrl)
  const from = sqlite(dataDir)
  try {
    await refuseMoved(from.read, dataDir)
    await migrate(from, new Date())
    await refuseServers(databaseUrl)
    const content = await contentOf(databaseUrl, from.read)
    if (content !== 'empty') {
      const hasBegun = (await readMove(from.read))?.to === to
      if (content === 'other' || !hasBegun)
        throw operatorError('This PostgreSQL database is in use. Choose an empty one; nothing was changed.')
      await writeMove(from, { to, at: new Date() })
      return { counts: undefined }
    }
    const total = await count(from.read, 'applications')
    const progress: OnProgress = (step, done) => onProgress?.(step, done, total)
    const { engine, counts } = await stage(from, databaseUrl, progress)
    try {
      // An interruption after the swap would otherwise leave two databases in use.
      await writeMove(from, { to, at: undefined })
      await engine.close()
      await swapSchemas(databaseUrl, undefined)
    } catch (error) {
      await dropStaging(databaseUrl).catch(() => undefined)
      throw error
    }
    await writeMove(from, { to, at: new Date() })
    return { counts }
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
    const moved = await readMove(from.read)
    if (moved?.at === undefined) return undefined
    await deleteMove(from)
    return moved.to
  } finally {
    await from.close()
  }
}
