import type { Db, Engine } from '../engine.ts'

/** Drafts that several devices share, as their browsers have encrypted them; under the hash of an id that only those who have the link know. */
export async function sharedDrafts({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('shared_drafts')
    .addColumn('id_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('sealed', types.bytes, (c) => c.notNull())
    .addColumn('saved_at', types.moment, (c) => c.notNull())
    .execute()
  await schema.createIndex('shared_drafts_by_time').on('shared_drafts').column('saved_at').execute()
}
