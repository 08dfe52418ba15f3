import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** What became of the letters to an application's address. It holds for that address only, and goes with the application. */
export async function bounces(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  await sql
    .raw(
      `create table bounces (
        application_id text primary key not null references applications (id) on delete cascade, email_key text not null, kind text not null,
        at ${moment} not null, reason text not null
      )`,
    )
    .execute(trx)
}
