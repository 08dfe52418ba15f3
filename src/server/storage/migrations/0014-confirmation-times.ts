import type { Db, Engine } from '../engine.ts'

/** When confirmations went to an address, by its hash, and when those that wait may go; and which addresses want no more letters. */
export async function confirmationTimes({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('confirmation_times')
    .addColumn('entry_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('at', types.moment, (c) => c.notNull())
    .execute()
  await schema.createIndex('confirmation_times_of').on('confirmation_times').columns(['recipient', 'at']).execute()
  await schema.createIndex('confirmation_times_by_time').on('confirmation_times').column('at').execute()
  await schema.alterTable('applications').addColumn('letters_stopped_at', types.moment).execute()
}
