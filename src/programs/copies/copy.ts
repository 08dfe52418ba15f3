import { sql } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { Db } from '../../server/database/tables.ts'
import { insertRows, type Row, type Table } from '../../server/storage/rows.ts'
import { applicationTables, type Copied, groupsOf, keysOf, largeTables, orphans, outlivingTables, rowsOf } from './rows.ts'

/** Applications that are read together. */
const batchSize = 100

/** Reads the ids of all applications in batches, in the order of insertion. */
export async function* batches(source: Db): AsyncIterable<readonly string[]> {
  for (let after = 0; ; ) {
    const rows = await source
      .selectFrom('applications')
      .select(['seq', 'id'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ id }) => id)
    after = last.seq
  }
}

/** Inserts copied applications into the word index of the copy. */
async function indexWords(target: Engine, trx: Db, ids: readonly string[]): Promise<void> {
  const entries = trx.selectFrom('applications').select(['seq', 'search_text', 'facets']).where('id', 'in', ids)
  for (const entry of await entries.execute()) await target.together(trx, target.search.insert(trx, entry))
}

/**
 * Copies everything to an empty database of either engine.
 * @param copied what is copied, of the one that is SQLite
 */
export async function copyAll(
  source: Db,
  target: Engine,
  { small, columnsOf }: Copied,
  onProgress: (copied: number) => void,
): Promise<void> {
  const insert = async (table: Table, rows: readonly Row[]): Promise<void> => {
    if (rows.length > 0) await target.write((trx) => insertRows(trx, table, columnsOf(table), rows))
  }
  for await (const ids of batches(source)) {
    for (const [table, column] of applicationTables)
      for (const values of groupsOf(table, ids))
        await insert(table, await rowsOf(source, table, columnsOf(table), { column, values }))
    await target.write((trx) => indexWords(target, trx, ids))
    onProgress(ids.length)
  }
  for (const table of outlivingTables) await insert(table, await orphans(source, table, columnsOf(table)))
  for (const [table, column] of largeTables())
    for (const key of await keysOf(source, [table, column]))
      await insert(table, await rowsOf(source, table, columnsOf(table), { column, values: [key] }))
  for (const table of small) await insert(table, await rowsOf(source, table, columnsOf(table)))
  // SQLite counts on from the highest number by itself.
  if (target.name === 'postgres')
    await target.write((trx) =>
      sql`select setval(pg_get_serial_sequence('applications', 'seq'), (select coalesce(max(seq), 0) + 1 from applications), false)`.execute(
        trx,
      ),
    )
}
