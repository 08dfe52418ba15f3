import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** Offers of a place, one for an application, and the texts of the deals that were offered. */
export async function offers(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  for (const statement of [
    `create table offer_deals (
      cohort text not null, hash text not null, version integer not null, sentences text not null, primary key (cohort, hash)
    )`,
    `create table offers (
      application_id text primary key not null references applications (id) on delete cascade, id text not null unique, cohort text not null, hash text not null,
      people text not null, decided_at ${moment}, offered_at ${moment} not null, offered_by text not null, ends_at ${moment} not null,
      answer text not null, answered_at ${moment}, words text not null, sheet text not null,
      foreign key (cohort, hash) references offer_deals (cohort, hash)
    )`,
    'create index offers_cohort on offers (cohort, hash)',
  ])
    await sql.raw(statement).execute(trx)
}
