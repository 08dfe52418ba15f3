import type { Db } from '../engine.ts'

/** The language in which an application was sent; empty for English. */
export async function language(trx: Db): Promise<void> {
  await trx.schema
    .alterTable('applications')
    .addColumn('language', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
