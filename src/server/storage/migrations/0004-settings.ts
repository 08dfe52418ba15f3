import type { Db } from '../engine.ts'

/** What the desk keeps for all who use it: saved views, and whatever else is one value under one name. */
export async function settings({ schema }: Db): Promise<void> {
  await schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .execute()
}
