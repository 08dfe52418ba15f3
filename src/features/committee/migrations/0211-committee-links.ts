import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** The links of a committee's members become links of helpers, with the round as their scope. */
export async function committeeLinks(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  for (const statement of [
    `insert into helper_links
      (id, opens, scope, title, name, email, generation, secret_hash, created_at, until, used_at, seen_at, ended_at)
      select m.id, 'committee', r.id, r.title, m.name, m.email, m.generation, m.secret_hash, r.created_at, r.ends_at, null, m.opened_at,
        coalesce(m.ended_at, r.ended_at)
      from committee_members m join committee_rounds r on r.id = m.round_id`,
    `create table member_reviews (
      member_id text not null references helper_links (id) on delete cascade,
      application_id text not null references applications (id) on delete cascade, revision integer not null, score integer, comment text not null,
      conflict integer not null, read_at ${moment}, saved_at ${moment}, primary key (member_id, application_id)
    )`,
    `insert into member_reviews (member_id, application_id, revision, score, comment, conflict, read_at, saved_at)
      select member_id, application_id, revision, score, comment, conflict, read_at, saved_at from committee_reviews`,
    'drop table committee_reviews',
    'drop table committee_members',
    'alter table member_reviews rename to committee_reviews',
    'create index committee_reviews_application on committee_reviews (application_id)',
  ])
    await sql.raw(statement).execute(trx)
}
