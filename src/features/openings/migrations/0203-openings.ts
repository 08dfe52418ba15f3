import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** The addresses that get one letter when the next cohort opens. */
export async function openings(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  await sql
    .raw(
      `create table subscriptions (
        id text primary key not null, email text not null, email_key text not null unique, created_at ${moment} not null, confirmed_at ${moment},
        queued_for text
      )`,
    )
    .execute(trx)
}
