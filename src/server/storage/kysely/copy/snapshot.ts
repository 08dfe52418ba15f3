import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'
import { compare } from './compare.ts'
import { batches, indexWords } from './copy.ts'
import {
  applicationTables,
  copiedColumns,
  groupsOf,
  insertRows,
  orphans,
  outlivingTables,
  type Row,
  rowsOf,
  smallTables,
  type Table,
} from './rows.ts'

async function copyTables(source: Db, target: Engine): Promise<void> {
  const columnsOf = await copiedColumns(target.read)
  for await (const { ids } of batches(source))
    for (const [table, column] of applicationTables)
      for (const values of groupsOf(table, ids)) {
        const rows = await rowsOf(source, table, columnsOf(table), { column, values })
        await target.write(async (trx) => {
          await insertRows(trx, table, columnsOf(table), rows)
          if (table === 'applications') await indexWords(target, trx, ids)
        })
      }
  const remaining: { readonly table: Table; readonly rows: readonly Row[] }[] = []
  for (const table of outlivingTables) remaining.push({ table, rows: await orphans(source, table, columnsOf(table)) })
  for (const table of smallTables) remaining.push({ table, rows: await rowsOf(source, table, columnsOf(table)) })
  await target.write(async (trx) => {
    for (const { table, rows } of remaining) await insertRows(trx, table, columnsOf(table), rows)
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
