import { sql } from 'kysely'
import type { Db } from '../../../server/database/engine.ts'

/** How often each page was opened on a day, and a form on it begun. */
export async function visits(trx: Db): Promise<void> {
  await sql
    .raw(
      'create table visits (day text not null, page text not null, seen integer not null, begun integer not null, primary key (day, page))',
    )
    .execute(trx)
}
