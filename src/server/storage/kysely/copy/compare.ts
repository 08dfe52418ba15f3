import { refusal } from '../../refusal.ts'
import type { Db, Engine } from '../engine.ts'
import { batches } from './copy.ts'
import { applicationTables, columnsOf, fingerprint, orphans, outlivingTables, rowsOf, smallTables, type Table } from './rows.ts'

interface Sum {
  readonly count: number
  readonly hash: bigint
}

const total = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, hash: (a.hash + b.hash) % 2n ** 256n })

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
  const counts: Record<string, number> = {}
  const differ = (table: string, here: Sum, there: Sum): void => {
    counts[table] = here.count
    if (here.count !== there.count)
      throw refusal(`The copy is not equal: ${table} has ${here.count} rows here and ${there.count} there. Run it again.`)
    if (here.hash !== there.hash) throw refusal(`The copy is not equal: a row of ${table} differs. Run it again.`)
  }
  const nothing: Sum = { count: 0, hash: 0n }
  const sums = new Map<Table, { here: Sum; there: Sum }>(
    applicationTables.map(([table]) => [table, { here: nothing, there: nothing }]),
  )
  const columns = new Map<Table, readonly string[]>()
  for (const [table] of applicationTables) columns.set(table, await columnsOf(from.read, table))
  for await (const { ids } of batches(from.read)) {
    for (const [table, column] of applicationTables) {
      const names = columns.get(table) ?? []
      for (const values of table === 'files' ? ids.map((id) => [id]) : [ids]) {
        const sum = async (db: Db): Promise<Sum> => {
          const rows = await rowsOf(db, table, names, { column, values })
          return { count: rows.length, hash: fingerprint(names, rows) }
        }
        const before = sums.get(table) ?? { here: nothing, there: nothing }
        sums.set(table, { here: total(before.here, await sum(from.read)), there: total(before.there, await sum(to.read)) })
      }
    }
    onProgress(ids.length)
  }
  for (const table of outlivingTables) {
    const names = columns.get(table) ?? []
    const left = async (db: Db): Promise<Sum> => {
      const rows = await orphans(db, table, names)
      return { count: rows.length, hash: fingerprint(names, rows) }
    }
    const { here, there } = sums.get(table) ?? { here: nothing, there: nothing }
    sums.set(table, { here: total(here, await left(from.read)), there: total(there, await left(to.read)) })
  }
  for (const [table, { here, there }] of sums) {
    differ(table, here, there)
    // The copy must not have rows that belong to no application of the source.
    differ(table, here, { count: await count(to.read, table), hash: here.hash })
  }
  for (const table of smallTables) {
    const names = await columnsOf(from.read, table)
    const [here, there] = await Promise.all([rowsOf(from.read, table, names), rowsOf(to.read, table, names)])
    differ(
      table,
      { count: here.length, hash: fingerprint(names, here) },
      { count: there.length, hash: fingerprint(names, there) },
    )
  }
  return counts
}
