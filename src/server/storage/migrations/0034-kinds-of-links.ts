import type { Db, Engine } from '../engine.ts'

/** Which owner's links are valid, and since when the sender's link is not. What was opened before this version is unknown. */
export async function kindsOfLinks({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .alterTable('applications')
    .addColumn('link_generation', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('applications').addColumn('owner_opened_at', types.moment).execute()
}
