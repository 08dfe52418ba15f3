import type { Db, Engine } from '../../../server/storage/engine.ts'

/** Rounds of a committee: chosen applications, members with a link each, and their reviews. A review goes with its application, its member and its round. */
export async function committee({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('committee_rounds')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('with_names', 'integer', (c) => c.notNull())
    .addColumn('created_at', types.moment, (c) => c.notNull())
    .addColumn('ends_at', types.moment, (c) => c.notNull())
    .addColumn('ended_at', types.moment)
    .execute()
  await schema
    .createTable('committee_applications')
    .addColumn('round_id', 'text', (c) => c.notNull().references('committee_rounds.id').onDelete('cascade'))
    .addColumn('application_id', 'text', (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('committee_applications_key', ['round_id', 'application_id'])
    .execute()
  await schema
    .createTable('committee_members')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('round_id', 'text', (c) => c.notNull().references('committee_rounds.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('opened_at', types.moment)
    .addColumn('ended_at', types.moment)
    .execute()
  await schema
    .createTable('committee_reviews')
    .addColumn('member_id', 'text', (c) => c.notNull().references('committee_members.id').onDelete('cascade'))
    .addColumn('application_id', 'text', (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('score', 'integer')
    .addColumn('comment', 'text', (c) => c.notNull())
    .addColumn('conflict', 'integer', (c) => c.notNull())
    .addColumn('read_at', types.moment)
    .addColumn('saved_at', types.moment)
    .addPrimaryKeyConstraint('committee_reviews_key', ['member_id', 'application_id'])
    .execute()
  // Foreign keys are followed from an application that is deleted.
  for (const table of ['committee_applications', 'committee_reviews'])
    await schema.createIndex(`${table}_application`).on(table).column('application_id').execute()
}
