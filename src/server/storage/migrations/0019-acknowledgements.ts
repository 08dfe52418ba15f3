import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/**
 * What was acknowledged, so that an application that someone removes from the database by hand is missed. What is stored already counts as
 * acknowledged.
 */
export async function acknowledgements(trx: Db, { name, types }: Pick<Engine, 'name' | 'types'>): Promise<void> {
  const table = trx.schema
    .createTable('acknowledgements')
    .addColumn('application_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('at', types.moment, (c) => c.notNull())
    .addColumn('via', 'text', (c) => c.notNull())
    .addColumn('letters', 'integer', (c) => c.notNull())
    .addColumn('sheet_rows', 'integer', (c) => c.notNull())
    .addColumn('ended_at', types.moment)
    .addColumn('ended_as', 'text')
  // ids are in the order of time, so a row is written at the end of one tree
  await (name === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
  await sql`insert into acknowledgements (application_id, at, via, letters, sheet_rows)
    select id, submitted_at,
      case when exists (select 1 from history where application_id = applications.id and history.by = 'import') then 'import' else 'form' end,
      case when exists (select 1 from outbox where key = applications.id || ':confirmation') then 1 else 0 end,
      case when exists (select 1 from outbox where key = applications.id || ':row') then 1 else 0 end
    from applications`.execute(trx)
}
