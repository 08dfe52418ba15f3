import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/**
 * The outbox does without its foreign key, so that the deletion of a spreadsheet row can be sent when the application itself is gone; the purge
 * deletes the rest by hand. And an entry says since when it has been failing.
 */
export async function outboxOutlives(trx: Db, { name, types }: Pick<Engine, 'name' | 'types'>): Promise<void> {
  if (name === 'postgres') await sql`alter table outbox drop constraint if exists outbox_application_id_fkey`.execute(trx)
  else await withoutKeys(trx)
  await trx.schema.alterTable('outbox').addColumn('failing_since', types.moment).execute()
  await trx.schema
    .createIndex('outbox_sent')
    .on('outbox')
    .columns(['topic', 'sent_at'])
    .where(sql<boolean>`sent_at is not null`)
    .execute()
}

/** SQLite cannot drop a foreign key: the table is written anew, with every other column and index that it has. */
async function withoutKeys(trx: Db): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = 'outbox' and sql is not null`.execute(trx)
  const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
  const without = table
    .replace(/^create table "?outbox"?/i, 'create table "outbox_anew"')
    .replace(/\s+references\s+"?applications"?\s*\("?id"?\)\s+on delete cascade/i, '')
  await sql.raw(without).execute(trx)
  await sql`insert into outbox_anew select * from outbox`.execute(trx)
  await sql`drop table outbox`.execute(trx)
  await sql`alter table outbox_anew rename to outbox`.execute(trx)
  for (const index of rows.filter(({ type }) => type === 'index')) await sql.raw(index.sql).execute(trx)
}
