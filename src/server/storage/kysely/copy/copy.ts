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

/** Applications that are copied in one transaction. */
const batchSize = 100

/** The applications after `seq`, in the order in which they came. */
async function next(source: Db, seq: number): Promise<readonly { readonly seq: number; readonly id: string }[]> {
  return source.selectFrom('applications').select(['seq', 'id']).where('seq', '>', seq).orderBy('seq').limit(batchSize).execute()
}

/** Goes through the applications of `source` a few at a time: their ids, and between which numbers they lie. */
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

/** What changes whenever an application, its history or its messages do: enough to see what has been copied already. */
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

/** Takes applications out of the copy, with all that belongs to them. */
async function clear(trx: Db, which: (eb: ExpressionBuilder<Tables, 'applications'>) => Expression<SqlBool>): Promise<void> {
  for (const table of outlivingTables)
    await trx
      .deleteFrom(table)
      .where('application_id', 'in', (eb) => eb.selectFrom('applications').select('id').where(which))
      .execute()
  await trx.deleteFrom('applications').where(which).execute()
}

/** Copies applications with all that belongs to them, a few in each transaction; those that are there already are passed by. */
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
          // Files one by one: a batch of them may be larger than memory.
          const groups = table === 'files' || table === 'earlier_files' ? ids.map((id) => [id]) : [ids]
          for (const values of groups) await insertRows(trx, table, names, await rowsOf(source, table, names, { column, values }))
        }
      })
    onProgress(ids.length)
  }
  await to.write(async (trx) => {
    await to.lock(trx, 'move')
    await clear(trx, (eb) => eb('seq', '>', last))
    // What comes next is numbered after what was copied.
    await sql`select setval(pg_get_serial_sequence('applications', 'seq'), ${last + 1}, false)`.execute(trx)
  })
}

/** Copies the rows whose application is gone, in place of those that are there. */
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

/** Copies the small tables, each whole and in place of what is there. */
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
