import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/**
 * The rows of a table in its primary key, in place of a table and an index. SQLite needs the table written anew, with every column and index that it has.
 */
async function inPrimaryKey(trx: Db, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null`.execute(trx)
  const created = rows.find(({ type }) => type === 'table')?.sql ?? ''
  await sql.raw(`${created.replace(/^create table "?\w+"?/i, `create table "${table}_anew"`)} without rowid`).execute(trx)
  await sql.raw(`insert into ${table}_anew select * from ${table}`).execute(trx)
  await sql.raw(`drop table ${table}`).execute(trx)
  await sql.raw(`alter table ${table}_anew rename to ${table}`).execute(trx)
  for (const index of rows.filter(({ type }) => type === 'index')) await sql.raw(index.sql).execute(trx)
}

/** Fewer indexes, so that a submission changes fewer pages. */
export async function fewerPages(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  for (const index of ['outbox_by_state', 'outbox_next', 'idempotency_until', 'applications_unread', 'applications_listed'])
    await trx.schema.dropIndex(index).execute()
  await trx.schema
    .createIndex('outbox_parked')
    .on('outbox')
    .columns(['created_at', 'id'])
    .where(sql<boolean>`state = 'parked'`)
    .execute()
  // What is unread is found in the same index.
  await trx.schema
    .createIndex('applications_listed')
    .on('applications')
    .columns(['submitted_at', 'id', 'form_type', 'status', 'read_at'])
    .where(sql<boolean>`removed_at is null and withdrawn_at is null`)
    .execute()
  if (name === 'sqlite') for (const table of ['history', 'idempotency']) await inPrimaryKey(trx, table)
}
