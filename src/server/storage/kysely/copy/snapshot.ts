import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import { compare } from './compare.ts'
import { batches } from './copy.ts'
import { applicationTables, columnsOf, insertRows, orphans, outlivingTables, type Row, rowsOf, smallTables } from './rows.ts'

async function copyTables(source: Db, target: Engine): Promise<void> {
  const columns = new Map<string, readonly string[]>()
  for (const table of [...applicationTables.map(([name]) => name), ...smallTables])
    columns.set(table, await columnsOf(target.read, table))
  const namesOf = (table: string): readonly string[] => columns.get(table) ?? []
  // The files of one application at a time: those of a batch may not fit into memory.
  for await (const { ids } of batches(source))
    for (const [table, column] of applicationTables)
      for (const values of table === 'files' ? ids.map((id) => [id]) : [ids]) {
        const rows = await rowsOf(source, table, namesOf(table), { column, values })
        await target.write((trx) => insertRows(trx, table, namesOf(table), rows))
      }
  const left: { readonly table: (typeof outlivingTables)[number]; readonly rows: readonly Row[] }[] = []
  for (const table of outlivingTables) left.push({ table, rows: await orphans(source, table, namesOf(table)) })
  const small: { readonly table: (typeof smallTables)[number]; readonly rows: readonly Row[] }[] = []
  for (const table of smallTables) small.push({ table, rows: await rowsOf(source, table, namesOf(table)) })
  await target.write(async (trx) => {
    for (const { table, rows } of left) await insertRows(trx, table, namesOf(table), rows)
    for (const { table, rows } of small) {
      await trx.deleteFrom(table).execute()
      await insertRows(trx, table, namesOf(table), rows)
    }
    // A server that opens this file indexes the words.
    await sql`insert into unindexed (seq) select seq from applications`.execute(trx)
  })
}

/**
 * Copies a snapshot of PostgreSQL to an empty SQLite database, and compares both by count and hash. Servers keep running.
 * @throws AppError when the copy differs
 */
export const copySnapshot = (source: Engine, target: Engine): Promise<void> =>
  source.read.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    await copyTables(trx, target)
    await compare(target, { ...source, read: trx }, () => {})
  })
