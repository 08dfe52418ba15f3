import type { Db, Engine } from '../engine.ts'

/** When mail that strangers can cause went to an address, and from which network it was caused; which addresses are proven. */
export async function mailTimes({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema.dropTable('confirmation_times').execute()
  await schema
    .createTable('mail_times')
    .addColumn('entry_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('network', 'text')
    .addColumn('at', types.moment, (c) => c.notNull())
    .addColumn('merged', 'integer', (c) => c.notNull())
    .execute()
  await schema.createIndex('mail_times_to').on('mail_times').columns(['recipient', 'at']).execute()
  await schema.createIndex('mail_times_from').on('mail_times').columns(['network', 'at']).execute()
  await schema.createIndex('mail_times_by_time').on('mail_times').column('at').execute()
  await schema.alterTable('outbox').addColumn('network', 'text').execute()
  await schema.alterTable('applications').addColumn('proven_at', types.moment).execute()
}
