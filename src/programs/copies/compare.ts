import type { Engine } from '../../server/database/engine.ts'
import { operatorError } from '../../server/database/operator-error.ts'
import type { Db } from '../../server/database/tables.ts'
import type { Row, Table } from '../../server/storage/rows.ts'
import { batches } from './copy.ts'
import {
  applicationTables,
  copiedTables,
  fingerprint,
  groupsOf,
  keysOf,
  largeTables,
  orphans,
  outlivingTables,
  rowsOf,
} from './rows.ts'

interface Sum {
  readonly count: number
  readonly hash: bigint
}

const total = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, hash: (a.hash + b.hash) % 2n ** 256n })

const nothing: Sum = { count: 0, hash: 0n }

/** @throws AppError when the numbers of a table's rows differ */
function requireEqual(table: Table, source: number, copy: number): void {
  if (source !== copy)
    throw operatorError(`The copy differs: ${table} has ${source} rows in the source and ${copy} in the copy. Run it again.`)
}

/** The number of rows of a table. */
export async function count(db: Db, table: Table): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Compares every row of every copied table, files included, by count and by hash.
 * @returns the number of rows of each table
 * @throws AppError with the name of the table that differs
 */
export async function compare(
  from: Engine,
  to: Engine,
  onProgress: (compared: number) => void,
): Promise<Readonly<Record<string, number>>> {
  const { small, columnsOf } = await copiedTables(from.read)
  const sumOf = (table: Table, rows: readonly Row[]): Sum => ({ count: rows.length, hash: fingerprint(columnsOf(table), rows) })
  const sums = new Map<Table, { readonly source: Sum; readonly copy: Sum }>()
  const addSums = async (table: Table, read: (db: Db) => Promise<readonly Row[]>): Promise<void> => {
    const { source, copy } = sums.get(table) ?? { source: nothing, copy: nothing }
    sums.set(table, {
      source: total(source, sumOf(table, await read(from.read))),
      copy: total(copy, sumOf(table, await read(to.read))),
    })
  }
  for await (const ids of batches(from.read)) {
    for (const [table, column] of applicationTables)
      for (const values of groupsOf(table, ids))
        await addSums(table, (db) => rowsOf(db, table, columnsOf(table), { column, values }))
    onProgress(ids.length)
  }
  for (const table of outlivingTables) await addSums(table, (db) => orphans(db, table, columnsOf(table)))
  for (const [table, column] of largeTables())
    for (const key of await keysOf(from.read, [table, column]))
      await addSums(table, (db) => rowsOf(db, table, columnsOf(table), { column, values: [key] }))
  for (const table of small) await addSums(table, (db) => rowsOf(db, table, columnsOf(table)))
  for (const [table] of [...applicationTables, ...largeTables()]) {
    const { source = nothing } = sums.get(table) ?? {}
    // The copy must not have rows that the source does not have.
    requireEqual(table, source.count, await count(to.read, table))
  }
  for (const [table, { source, copy }] of sums) {
    requireEqual(table, source.count, copy.count)
    if (source.hash !== copy.hash) throw operatorError(`The copy differs: a row of ${table} is not the same. Run it again.`)
  }
  return Object.fromEntries(
    [...[...applicationTables, ...largeTables()].map(([table]) => table), ...small].map((table) => [
      table,
      sums.get(table)?.source.count ?? 0,
    ]),
  )
}
