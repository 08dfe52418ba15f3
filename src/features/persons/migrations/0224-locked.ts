import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** Applications that were deleted while the site keeps them under lock: all of their rows as JSON, and who has opened them. */
export async function locked(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  await sql
    .raw(
      `create table locked_applications (
        id text primary key not null, deleted_at ${moment} not null, content text not null, opened text default '[]' not null
      )`,
    )
    .execute(trx)
}
