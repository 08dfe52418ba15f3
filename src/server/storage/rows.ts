import { sql } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'

export type Table = keyof Tables
/** A row of either engine: texts, numbers, bytes, null. */
export type Row = Readonly<Record<string, unknown>>

/** Inserts rows unchanged, in batches within the database's limit of parameters. */
export async function insertRows(trx: Db, table: Table, columns: readonly string[], rows: readonly Row[]): Promise<void> {
  const batchSize = Math.floor(30_000 / columns.length)
  for (let from = 0; from < rows.length; from += batchSize) {
    const values = rows.slice(from, from + batchSize).map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))}) values ${sql.join(values)}`.execute(
      trx,
    )
  }
}

export async function replaceRows(trx: Db, table: Table, rows: readonly Row[]): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(trx)
  const [first] = rows
  if (first !== undefined) await insertRows(trx, table, Object.keys(first), rows)
}
