import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** When the applicant withdrew an application. Few are withdrawn: an index lists them. */
export async function withdrawals({ schema }: Db, { types }: Pick<Engine, 'types'>): Promise<void> {
  await schema.alterTable('applications').addColumn('withdrawn_at', types.moment).execute()
  await schema
    .createIndex('applications_withdrawn')
    .on('applications')
    .columns(['submitted_at', 'id'])
    .where(sql<boolean>`withdrawn_at is not null`)
    .execute()
}
