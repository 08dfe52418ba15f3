import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** When the reviewer read the answers as they are. What was decided, scored or noted counts as read; an index has those that are not. */
export async function readMark(trx: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await trx.schema.alterTable('applications').addColumn('read_at', types.moment).execute()
  await sql`update applications set read_at = coalesce(reviewed_at, submitted_at)
    where status <> 'pending' or notes <> '' or scores <> '{}'`.execute(trx)
  await trx.schema
    .createIndex('applications_unread')
    .on('applications')
    .columns(['submitted_at', 'id', 'form_type', 'status'])
    .where(sql<boolean>`removed_at is null and withdrawn_at is null and read_at is null`)
    .execute()
}
