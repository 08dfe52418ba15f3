import { sql } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import { compare } from './compare.ts'
import { copyAll } from './copy.ts'
import { copiedTables } from './rows.ts'

/**
 * Copies a snapshot of PostgreSQL to an empty SQLite database, and compares both by count and hash. Servers keep running.
 * @throws AppError when the copy differs
 */
export const copySnapshot = (source: Engine, target: Engine): Promise<void> =>
  source.read.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    await copyAll(trx, target, await copiedTables(target.read), () => {})
    await compare(target, { ...source, read: trx }, () => {})
  })
