import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** The tokens with which the admin's own programs read. */
export async function scripts(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  await sql
    .raw(
      `create table script_tokens (
        id text primary key not null, email text not null, name text not null, hash text not null unique, created_at ${moment} not null, used_at ${moment}
      )`,
    )
    .execute(trx)
}
