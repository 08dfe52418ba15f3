import { sql } from 'kysely'
import type { Db, Engine } from '../../../server/database/engine.ts'

/** A round may be shared out: so many readers for each application, and who they are. */
export async function committeeReaders(trx: Db, _: Pick<Engine, 'types'>): Promise<void> {
  for (const statement of [
    'alter table committee_rounds add column readers integer',
    `create table committee_readers (
      round_id text not null references committee_rounds (id) on delete cascade,
      member_id text not null references helper_links (id) on delete cascade,
      application_id text not null references applications (id) on delete cascade, primary key (member_id, application_id)
    )`,
    'create index committee_readers_round on committee_readers (round_id)',
    'create index committee_readers_application on committee_readers (application_id)',
  ])
    await sql.raw(statement).execute(trx)
}
