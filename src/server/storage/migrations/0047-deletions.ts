import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** Rows per statement. */
const batchSize = 1000

interface Row {
  readonly kind: 'application' | 'person' | 'letters'
  readonly id: string
  readonly hash: string
  readonly at: number
  readonly stopped: 0 | 1
}

/** A row of the record from a setting of earlier versions: `erased:ID`, `erased-person:HASH` or `letters:HASH:ID`. */
function rowOf({ key, value }: { readonly key: string; readonly value: string }): readonly Row[] {
  const [prefix, first = '', ...rest] = key.split(':')
  const read = JSON.parse(value) as string | readonly [string, string]
  const at = Date.parse(typeof read === 'string' ? read : read[0])
  if (prefix === 'erased') return [{ kind: 'application', id: [first, ...rest].join(':'), hash: '', at, stopped: 0 }]
  if (prefix === 'erased-person') return [{ kind: 'person', id: '', hash: first, at, stopped: 0 }]
  if (prefix !== 'letters') return []
  return [{ kind: 'letters', id: rest.join(':'), hash: first, at, stopped: read[1] === 'stopped' ? 1 : 0 }]
}

/** A table for the record of deletions and stopped letters, which was in the settings. */
export async function deletions(trx: Db, { types: { moment } }: Engine): Promise<void> {
  await trx.schema
    .createTable('deletions')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('at', moment, (c) => c.notNull())
    .addColumn('stopped', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('deletions_pkey', ['kind', 'id', 'hash'])
    .execute()
  const isOfRecord = sql<boolean>`key like 'erased:%' or key like 'erased-person:%' or key like 'letters:%'`
  const rows = await trx.selectFrom('settings').select(['key', 'value']).where(isOfRecord).execute()
  const all = rows.flatMap(rowOf)
  for (let from = 0; from < all.length; from += batchSize)
    await trx
      .insertInto('deletions')
      .values(all.slice(from, from + batchSize))
      .execute()
  await trx.deleteFrom('settings').where(isOfRecord).execute()
}
