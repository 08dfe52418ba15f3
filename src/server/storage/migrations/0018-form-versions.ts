import type { Db, Engine } from '../engine.ts'

/**
 * The definitions of the forms as they were asked, and with each application the version that it answered. Applications from before have `first`: the
 * first version of their form that is stored, which is the one that the program has when it starts next.
 */
export async function formVersions({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('form_versions')
    .addColumn('version', 'text', (c) => c.primaryKey().notNull())
    .addColumn('form_type', 'text', (c) => c.notNull())
    .addColumn('snapshot', 'text', (c) => c.notNull())
    .addColumn('since', types.moment, (c) => c.notNull())
    .execute()
  await schema
    .alterTable('applications')
    .addColumn('form_version', 'text', (c) => c.notNull().defaultTo('first'))
    .execute()
}
