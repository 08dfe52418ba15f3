import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** Rounds of a committee: chosen applications, members with a link each, and their reviews. A review goes with its application, its member and its round. */
export async function committee(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  for (const statement of [
    `create table committee_rounds (
      id text primary key not null, title text not null, with_names integer not null, created_at ${moment} not null, ends_at ${moment} not null,
      ended_at ${moment}
    )`,
    `create table committee_applications (
      round_id text not null references committee_rounds (id) on delete cascade,
      application_id text not null references applications (id) on delete cascade, position integer not null, primary key (round_id, application_id)
    )`,
    'create index committee_applications_application on committee_applications (application_id)',
    `create table committee_members (
      id text primary key not null, round_id text not null references committee_rounds (id) on delete cascade, name text not null, email text not null,
      generation integer not null, secret_hash text not null, opened_at ${moment}, ended_at ${moment}
    )`,
    `create table committee_reviews (
      member_id text not null references committee_members (id) on delete cascade,
      application_id text not null references applications (id) on delete cascade, revision integer not null, score integer, comment text not null,
      conflict integer not null, read_at ${moment}, saved_at ${moment}, primary key (member_id, application_id)
    )`,
    'create index committee_reviews_application on committee_reviews (application_id)',
  ])
    await sql.raw(statement).execute(trx)
}
