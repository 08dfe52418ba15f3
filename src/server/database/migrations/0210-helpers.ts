import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** The links of helpers, each with one right until a day, and the sessions that they were exchanged for. */
export async function helpers(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  for (const statement of [
    `create table helper_links (
      id text primary key not null, opens text not null, scope text not null, title text not null, name text not null, email text not null,
      generation integer not null, secret_hash text not null, created_at ${moment} not null, until ${moment} not null, used_at ${moment}, seen_at ${moment}, ended_at ${moment}
    )`,
    'create index helper_links_scope on helper_links (scope)',
    `create table helper_sessions (
      credential_hash text primary key not null, link_id text not null references helper_links (id) on delete cascade, created_at ${moment} not null
    )`,
    'create index helper_sessions_link on helper_sessions (link_id)',
  ])
    await sql.raw(statement).execute(trx)
}
