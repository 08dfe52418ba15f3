import { sql } from 'kysely'
import { utcMinute } from '../../shared/dates.ts'
import { programCommand } from '../config.ts'
import type { Engine } from '../database/engine.ts'
import { operatorError } from '../database/operator-error.ts'
import type { Db } from '../database/tables.ts'

// The mark of a moved SQLite database is in a table of its own. Every copy of the file and every backup of it contain the mark, but no move copies it.

/** A move of a SQLite database to PostgreSQL. */
export interface Move {
  /** The address of PostgreSQL, without a password. */
  readonly to: string
  /** When the copy was found equal; undefined for a move that has begun and was not finished. */
  readonly at: Date | undefined
}

/** The parameters of an address that say which database it is. Others may be secret. */
const shownParameters = ['host', 'options']

/** The address of a PostgreSQL database, without a password. */
export function shownAddress(databaseUrl: string): string {
  const address = new URL(databaseUrl)
  address.password = ''
  for (const name of [...address.searchParams.keys()]) if (!shownParameters.includes(name)) address.searchParams.delete(name)
  return address.href
}

/** The move of a SQLite database; undefined when none has begun. */
export async function readMove(db: Db): Promise<Move | undefined> {
  const { rows: tables } = await sql`select name from sqlite_schema where name = 'moved_to'`.execute(db)
  if (tables.length === 0) return undefined
  const { rows } = await sql<{ to: string; moved_at: number | null }>`select address as "to", moved_at from moved_to`.execute(db)
  return rows[0] && { to: rows[0].to, at: rows[0].moved_at === null ? undefined : new Date(rows[0].moved_at) }
}

/** Replaces the mark. */
export const writeMove = (engine: Engine, { to, at }: Move): Promise<void> =>
  engine.write(async (trx) => {
    await sql`create table if not exists moved_to (address text not null, moved_at bigint)`.execute(trx)
    await sql`delete from moved_to`.execute(trx)
    await sql`insert into moved_to (address, moved_at) values (${to}, ${at?.getTime() ?? null})`.execute(trx)
  })

/** Deletes the mark. */
export const deleteMove = (engine: Engine): Promise<void> =>
  engine.write(async (trx) => {
    await sql`drop table if exists moved_to`.execute(trx)
  })

/** For the operator: where and when the data in a folder were moved, and what to do; undefined when they were not moved. */
export async function movedText(db: Db, dataDir: string): Promise<string | undefined> {
  const move = await readMove(db)
  if (move?.at === undefined) return undefined
  return (
    `The data in ${dataDir} was moved to ${move.to} on ${utcMinute(move.at)}. Set DATABASE_URL to that database. ` +
    `To use the data in this folder again, which is older, run ${programCommand('move', '--cancel')}.`
  )
}

/** @throws AppError for the operator when the data in the folder was moved */
export async function refuseMoved(db: Db, dataDir: string): Promise<void> {
  const text = await movedText(db, dataDir)
  if (text !== undefined) throw operatorError(text, 'CONFLICT')
}
