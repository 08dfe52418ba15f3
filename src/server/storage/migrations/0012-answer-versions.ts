import type { Db, Engine } from '../engine.ts'

/** The answers that an applicant has replaced by later ones, with the files; up to which change the desk has seen them. */
export async function answerVersions({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  for (const column of ['answers_revision', 'seen_revision'])
    await schema
      .alterTable('applications')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await schema
    .createTable('answer_versions')
    .addColumn('application_id', 'text', (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('form_version', 'text', (c) => c.notNull())
    .addColumn('answers', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('answer_versions_key', ['application_id', 'revision'])
    .execute()
  await schema
    .createTable('earlier_files')
    .addColumn('application_id', 'text', (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('bytes', types.bytes === 'blob' ? 'blob' : 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('earlier_files_key', ['application_id', 'field', 'revision'])
    .execute()
}
