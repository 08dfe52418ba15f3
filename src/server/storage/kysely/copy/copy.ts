import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'
import {
  applicationTables,
  columnsOf,
  fingerprint,
  insertRows,
  orphans,
  outlivingTables,
  type Row,
  rowsOf,
  smallTables,
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

/** A fingerprint of the columns that change with an application, its history or its outbox entries: enough to see whether it was copied already. */
async function state(db: Db, ids: readonly string[]): Promise<bigint> {
  const of = async (columns: readonly string[], table: (typeof applicationTables)[number]) =>
    fingerprint(columns, await rowsOf(db, table[0], columns, { column: table[1], values: ids }))
  const [applications, files, history, outbox] = applicationTables
  return (
    (await of(['seq', 'id', 'revision', 'removed_at', 'hold_until'], applications)) +
    (await of(['application_id', 'field', 'name', 'type'], files)) +
    (await of(['application_id', 'revision', 'at'], history)) +
    (await of(['id', 'state', 'attempts', 'fence', 'due_at', 'next_at', 'last_fault', 'revived_as'], outbox))
  )
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

/** Copies applications with all that belongs to them, in batches. Those that were copied before are skipped. */
export async function copyApplications(from: Engine, to: Engine, onProgress: (copied: number) => void): Promise<void> {
  const source = from.read
  const columns = new Map<string, readonly string[]>()
  for (const [table] of applicationTables) columns.set(table, await columnsOf(source, table))
  let last = 0
  for await (const { ids, after, upTo } of batches(source)) {
    last = upTo
    const there = await to.read
      .selectFrom('applications')
      .select('id')
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .execute()
    if (there.length !== ids.length || (await state(source, ids)) !== (await state(to.read, ids)))
      await to.write(async (trx) => {
        await to.lock(trx, 'move')
        await clear(trx, (eb) => eb.and([eb('seq', '>', after), eb('seq', '<=', upTo)]))
        await clear(trx, (eb) => eb('id', 'in', ids))
        for (const [table, column] of applicationTables) {
          const names = columns.get(table) ?? []
          // The files of one application at a time: those of a batch may not fit into memory.
          const groups = table === 'files' || table === 'earlier_files' ? ids.map((id) => [id]) : [ids]
          for (const values of groups) await insertRows(trx, table, names, await rowsOf(source, table, names, { column, values }))
        }
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
  for (const table of outlivingTables) {
    const names = await columnsOf(from.read, table)
    const rows = await orphans(from.read, table, names)
    await to.write(async (trx) => {
      await to.lock(trx, 'move')
      await trx
        .deleteFrom(table)
        .where('application_id', 'not in', (eb) => eb.selectFrom('applications').select('id'))
        .execute()
      await insertRows(trx, table, names, rows)
    })
  }
}

/** Copies the small tables. They replace those of the copy. */
export async function copySmall(from: Engine, to: Engine): Promise<void> {
  for (const table of smallTables) {
    const names = await columnsOf(from.read, table)
    const rows: readonly Row[] = await rowsOf(from.read, table, names)
    await to.write(async (trx) => {
      await to.lock(trx, 'move')
      await sql`delete from ${sql.table(table)}`.execute(trx)
      await insertRows(trx, table, names, rows)
    })
  }
}
