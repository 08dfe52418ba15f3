import type { Db, Engine } from '../engine.ts'

/** Addresses that are to be told when the next cohort opens; `queued_for` is the cohort whose letter is queued. */
export async function subscriptions({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', types.moment, (c) => c.notNull())
    .addColumn('confirmed_at', types.moment)
    .addColumn('queued_for', 'text')
    .execute()
}
