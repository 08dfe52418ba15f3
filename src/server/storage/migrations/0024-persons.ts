import type { Db, Engine } from '../engine.ts'

/**
 * The erasures of persons that wait, each with its applications and the keyed hashes of the person's address and telephone number; and the requests
 * that persons made about their data. What an erasure leaves behind is in `settings`.
 */
export async function persons({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('erasures')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('requested_at', types.moment, (c) => c.notNull())
    .addColumn('due_at', types.moment, (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('keys', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('erasing')
    .addColumn('application_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('erasure_id', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('person_requests')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('person_hash', 'text', (c) => c.notNull())
    .addColumn('received', 'text', (c) => c.notNull())
    .addColumn('due', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_at', types.moment, (c) => c.notNull())
    .addColumn('done_at', types.moment)
    .execute()
  await schema.createIndex('person_requests_open').on('person_requests').columns(['done_at', 'due']).execute()
}
