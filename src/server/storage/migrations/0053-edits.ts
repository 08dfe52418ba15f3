import type { Db, Engine } from '../engine.ts'

/** Content that is edited at the desk: a draft of a file, publishes with their place in the order, and the texts that each publish changed. */
export async function edits({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('content_drafts')
    .addColumn('path', 'text', (c) => c.primaryKey().notNull())
    .addColumn('text', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('saved_at', types.moment, (c) => c.notNull())
    .execute()
  await schema
    .createTable('publishes')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.unique())
    .addColumn('at', types.moment, (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('due_at', types.moment)
    .addColumn('fault', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .createTable('published_files')
    .addColumn('publish_id', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    .addPrimaryKeyConstraint('published_files_key', ['publish_id', 'path'])
    .execute()
  await schema.createIndex('published_files_by_path').on('published_files').column('path').execute()
}
