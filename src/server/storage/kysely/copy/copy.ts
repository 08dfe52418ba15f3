import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Db, Tables } from '../tables.ts'
import {
  applicationTables,
  copiedColumns,
  fingerprint,
  groupsOf,
  insertRows,
  orphans,
  outlivingTables,
  rowsOf,
  smallTables,
  type Table,
} from './rows.ts'

/** Applications per transaction. */
const batchSize = 100

/** The applications after `seq`, in the order of insertion. */
async function next(source: Db, seq: number): Promise<readonly { readonly seq: number; readonly id: string }[]> {
  return source.selectFrom('applications').select(['seq', 'id']).where('seq', '>', seq).orderBy('seq').limit(batchSize).execute()
}

/** Reads the applications of `source` in batches: their ids, and the range of `seq`. */
export async function* batches(
  source: Db,
): AsyncIterable<{ readonly ids: readonly string[]; readonly after: number; readonly upTo: number }> {
  for (let after = 0; ; ) {
    const rows = await next(source, after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield { ids: rows.map(({ id }) => id), after, upTo: last.seq }
    after = last.seq
  }
}

/** A fingerprint of a batch without the content of files, enough to see whether it was copied already: other files have another revision. */
async function fingerprintOf(db: Db, columnsOf: (table: Table) => readonly string[], ids: readonly string[]): Promise<bigint> {
  let sum = 0n
  for (const [table, column] of applicationTables) {
    const columns = columnsOf(table).filter((name) => name !== 'bytes')
    sum += fingerprint(columns, await rowsOf(db, table, columns, { column, values: ids }))
  }
  return sum
}

/** Deletes applications from the copy, with all that belongs to them. */
async function clear(trx: Db, which: (eb: ExpressionBuilder<Tables, 'applications'>) => Expression<SqlBool>): Promise<void> {
  for (const table of outlivingTables)
    await trx
      .deleteFrom(table)
      .where('application_id', 'in', (eb) => eb.selectFrom('applications').select('id').where(which))
      .execute()
  await trx.deleteFrom('applications').where(which).execute()
}

/** Inserts copied applications into the word index of the copy. */
export async function indexWords(target: Engine, trx: Db, ids: readonly string[]): Promise<void> {
  const entries = trx.selectFrom('applications').select(['seq', 'search_text', 'facets']).where('id', 'in', ids)
  for (const entry of await entries.execute()) await target.together(trx, target.search.insert(trx, entry))
}

/** Copies applications with all that belongs to them, in batches. Those that were copied before are skipped. */
export async function copyApplications(from: Engine, to: Engine, onProgress: (copied: number) => void): Promise<void> {
  const source = from.read
  const columnsOf = await copiedColumns(source)
  const isCopied = async (ids: readonly string[]): Promise<boolean> =>
    (await fingerprintOf(source, columnsOf, ids)) === (await fingerprintOf(to.read, columnsOf, ids))
  let last = 0
  for await (const { ids, after, upTo } of batches(source)) {
    last = upTo
    const there = await to.read
      .selectFrom('applications')
      .select('id')
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .execute()
    if (there.length !== ids.length || !(await isCopied(ids)))
      await to.write(async (trx) => {
        await to.lock(trx, 'move')
        await clear(trx, (eb) => eb.and([eb('seq', '>', after), eb('seq', '<=', upTo)]))
        await clear(trx, (eb) => eb('id', 'in', ids))
        for (const [table, column] of applicationTables)
          for (const values of groupsOf(table, ids)) {
            const columns = columnsOf(table)
            await insertRows(trx, table, columns, await rowsOf(source, table, columns, { column, values }))
          }
        await indexWords(to, trx, ids)
      })
    onProgress(ids.length)
  }
  await to.write(async (trx) => {
    await to.lock(trx, 'move')
    await clear(trx, (eb) => eb('seq', '>', last))
    // The next application gets a number after the copied ones.
    await sql`select setval(pg_get_serial_sequence('applications', 'seq'), ${last + 1}, false)`.execute(trx)
  })
}

/** Copies the rows whose application was deleted. They replace those of the copy. */
export async function copyOrphans(from: Engine, to: Engine): Promise<void> {
  const columnsOf = await copiedColumns(from.read)
  for (const table of outlivingTables) {
    const columns = columnsOf(table)
    const rows = await orphans(from.read, table, columns)
    await to.write(async (trx) => {
      await to.lock(trx, 'move')
      await trx
        .deleteFrom(table)
        .where('application_id', 'not in', (eb) => eb.selectFrom('applications').select('id'))
        .execute()
      await insertRows(trx, table, columns, rows)
    })
  }
}

/** Copies the small tables. They replace those of the copy. */
export async function copySmall(from: Engine, to: Engine): Promise<void> {
  const columnsOf = await copiedColumns(from.read)
  for (const table of smallTables) {
    const columns = columnsOf(table)
    const rows = await rowsOf(from.read, table, columns)
    await to.write(async (trx) => {
      await to.lock(trx, 'move')
      await sql`delete from ${sql.table(table)}`.execute(trx)
      await insertRows(trx, table, columns, rows)
    })
  }
}
