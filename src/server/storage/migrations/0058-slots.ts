import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** The times that applicants may choose for a meeting, and who has chosen them: one application for each, by the key. */
export async function slots({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema
    .createTable('slots')
    .addColumn('starts_at', types.moment, (c) => c.primaryKey().notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createTable('slot_holders')
    .addColumn('starts_at', types.moment, (c) => c.primaryKey().notNull())
    .addColumn('application_id', 'text', (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('slot_holders_by_application').on('slot_holders').column('application_id').execute()
  await schema
    .createIndex('applications_by_meeting')
    .on('applications')
    .column('meeting_at')
    .where(sql<boolean>`meeting_at is not null`)
    .execute()
}
