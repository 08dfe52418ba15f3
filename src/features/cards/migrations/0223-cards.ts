import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** What founders say of their company's card on the site, one for an application. */
export async function cards(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  await sql
    .raw(
      `create table cards (
        application_id text primary key not null references applications (id) on delete cascade, consent text not null, texts text not null,
        at ${moment} not null, drafted_as text not null, drafted_at ${moment}
      )`,
    )
    .execute(trx)
}
