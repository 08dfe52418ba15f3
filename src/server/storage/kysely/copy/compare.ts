import { operatorError } from '../../operator-error.ts'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'
import { batches } from './copy.ts'
import {
  applicationTables,
  copiedColumns,
  fingerprint,
  groupsOf,
  orphans,
  outlivingTables,
  type Row,
  rowsOf,
  smallTables,
  type Table,
} from './rows.ts'

interface Sum {
  readonly count: number
  readonly hash: bigint
}

const total = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, hash: (a.hash + b.hash) % 2n ** 256n })

const nothing: Sum = { count: 0, hash: 0n }

/** @throws AppError when the numbers of a table's rows differ */
function requireEqual(table: Table, here: number, there: number): void {
  if (here !== there)
    throw operatorError(`The copy is not equal: ${table} has ${here} rows here and ${there} there. Run it again.`)
}

async function count(db: Db, table: Table): Promise<number> {
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
  const columnsOf = await copiedColumns(from.read)
  const sumOf = (table: Table, rows: readonly Row[]): Sum => ({ count: rows.length, hash: fingerprint(columnsOf(table), rows) })
  const sums = new Map<Table, { readonly here: Sum; readonly there: Sum }>()
  const addSums = async (table: Table, read: (db: Db) => Promise<readonly Row[]>): Promise<void> => {
    const { here, there } = sums.get(table) ?? { here: nothing, there: nothing }
    sums.set(table, {
      here: total(here, sumOf(table, await read(from.read))),
      there: total(there, sumOf(table, await read(to.read))),
    })
  }
  for await (const { ids } of batches(from.read)) {
    for (const [table, column] of applicationTables)
      for (const values of groupsOf(table, ids))
        await addSums(table, (db) => rowsOf(db, table, columnsOf(table), { column, values }))
    onProgress(ids.length)
  }
  for (const table of outlivingTables) await addSums(table, (db) => orphans(db, table, columnsOf(table)))
  for (const table of smallTables) await addSums(table, (db) => rowsOf(db, table, columnsOf(table)))
  for (const [table] of applicationTables) {
    const { here = nothing } = sums.get(table) ?? {}
    // The copy must not have rows that belong to no application of the source.
    requireEqual(table, here.count, await count(to.read, table))
  }
  for (const [table, { here, there }] of sums) {
    requireEqual(table, here.count, there.count)
    if (here.hash !== there.hash) throw operatorError(`The copy is not equal: a row of ${table} differs. Run it again.`)
  }
  return Object.fromEntries(
    [...applicationTables.map(([table]) => table), ...smallTables].map((table) => [table, sums.get(table)?.here.count ?? 0]),
  )
}
