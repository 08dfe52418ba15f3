import type { Db, Engine } from '../engine.ts'

/**
 * A shared draft is one document. The earlier ones, with a log of changes, end: what was typed is on the devices. The bytes are the last column, because SQLite
 * reads through them to any later one.
 */
export async function oneDocument({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema.dropTable('shared_drafts').execute()
  await schema
    .createTable('shared_drafts')
    .addColumn('id_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('saved_at', types.moment, (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('sealed', types.bytes, (c) => c.notNull())
    .execute()
  await schema.createIndex('shared_drafts_by_time').on('shared_drafts').column('saved_at').execute()
  await schema.createIndex('shared_drafts_by_network').on('shared_drafts').column('network').execute()
}
