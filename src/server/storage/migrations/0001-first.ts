import { type ColumnDataType, sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** The tables as they are described in tables.ts. */
export async function first(trx: Db, { name, types }: Pick<Engine, 'name' | 'types'>): Promise<void> {
  const text: ColumnDataType = 'text'
  const { moment } = types
  const { schema } = trx

  await schema
    .createTable('applications')
    .addColumn('seq', types.key, (c) => (types.key === 'integer' ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('form_type', text, (c) => c.notNull())
    .addColumn('applicant_name', text, (c) => c.notNull())
    .addColumn('applicant_email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull())
    .addColumn('company_name', text, (c) => c.notNull())
    .addColumn('answers', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('pending', 'approved', 'rejected', 'pitch')`))
    .addColumn('submitted_at', moment, (c) => c.notNull())
    .addColumn('reviewed_at', moment)
    .addColumn('reviewed_by', text)
    .addColumn('notes', text, (c) => c.notNull())
    .addColumn('meeting_at', moment)
    .addColumn('ip', text, (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('duplicate_key', text, (c) => c.notNull())
    .addColumn('duplicate_rule', text, (c) => c.notNull())
    .addColumn('removed_at', moment)
    .addColumn('hold_until', moment)
    .addColumn('search_text', text, (c) => c.notNull())
    .execute()
  const seen = sql<boolean>`removed_at is null`
  for (const [index, by] of [
    ['applications_newest', ['submitted_at', 'id']],
    ['applications_by_form', ['form_type', 'submitted_at', 'id']],
    ['applications_by_status', ['status', 'submitted_at', 'id']],
    ['applications_by_form_and_status', ['form_type', 'status', 'submitted_at', 'id']],
    ['applications_by_email', ['email_key', 'submitted_at', 'id']],
    ['applications_by_duplicate_key', ['duplicate_key', 'submitted_at']],
  ] as const)
    await schema
      .createIndex(index)
      .on('applications')
      .columns([...by])
      .where(seen)
      .execute()
  await schema
    .createIndex('applications_to_purge')
    .on('applications')
    .column('hold_until')
    .where(sql<boolean>`removed_at is not null`)
    .execute()

  await schema
    .createTable('files')
    .addColumn('application_id', text, (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('field', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('bytes', types.bytes === 'blob' ? 'blob' : 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('files_key', ['application_id', 'field'])
    .execute()

  await schema
    .createTable('history')
    .addColumn('application_id', text, (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('at', moment, (c) => c.notNull())
    .addColumn('by', text, (c) => c.notNull())
    .addColumn('event', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('history_key', ['application_id', 'revision'])
    .execute()

  await schema
    .createTable('outbox')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('topic', text, (c) => c.notNull())
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull().unique())
    .addColumn('application_id', text, (c) => c.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('waiting', 'claimed', 'sent', 'parked', 'cancelled')`))
    .addColumn('due_at', moment, (c) => c.notNull())
    .addColumn('next_at', moment)
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('fence', 'integer', (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('sent_at', moment)
    .addColumn('last_fault', text, (c) => c.notNull())
    .addColumn('revived_as', text)
    .execute()
  await schema.createIndex('outbox_by_application').on('outbox').columns(['application_id', 'revision']).execute()
  await schema.createIndex('outbox_by_state').on('outbox').columns(['state', 'created_at', 'id']).execute()
  await schema
    .createIndex('outbox_to_do')
    .on('outbox')
    .columns(['due_at', 'id'])
    .where(sql<boolean>`next_at is not null`)
    .execute()

  await schema
    .createTable('counters')
    .addColumn('form_type', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('shard', 'integer', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('counters_key', ['form_type', 'status', 'shard'])
    .execute()

  await schema
    .createTable('idempotency')
    .addColumn('key', text, (c) => c.primaryKey().notNull())
    .addColumn('content', text, (c) => c.notNull())
    .addColumn('application_id', text, (c) => c.notNull())
    .addColumn('until', moment, (c) => c.notNull())
    .execute()
  await schema.createIndex('idempotency_until').on('idempotency').column('until').execute()

  await schema
    .createTable('passcodes')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('expires_at', moment, (c) => c.notNull())
    .addColumn('wrong_tries', 'integer', (c) => c.notNull())
    .addColumn('ended_at', moment)
    .execute()
  await schema.createIndex('passcodes_by_email').on('passcodes').columns(['email', 'created_at']).execute()
  await schema
    .createTable('wrong_tries')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('at', moment, (c) => c.notNull())
    .execute()
  await schema.createIndex('wrong_tries_by_email').on('wrong_tries').columns(['email', 'at']).execute()

  await schema
    .createTable('sessions')
    .addColumn('credential_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .addColumn('expires_at', moment, (c) => c.notNull())
    .execute()
  await schema
    .createTable('devices')
    .addColumn('device_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('until', moment, (c) => c.notNull())
    .execute()
  await schema
    .createTable('users')
    .addColumn('email', text, (c) => c.primaryKey().notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('created_at', moment, (c) => c.notNull())
    .execute()
  await schema
    .createTable('replies')
    .addColumn('key', text, (c) => c.primaryKey().notNull())
    .addColumn('reply', text, (c) => c.notNull())
    .addColumn('until', moment, (c) => c.notNull())
    .execute()
  await schema
    .createTable('limits')
    .addColumn('key', text, (c) => c.primaryKey().notNull())
    .addColumn('hits', 'integer', (c) => c.notNull())
    .addColumn('resets_at', moment, (c) => c.notNull())
    .execute()

  await (name === 'sqlite' ? forSqlite(trx) : forPostgres(trx))
}

async function forSqlite(trx: Db): Promise<void> {
  await sql`create virtual table application_search using fts5 (
    search_text, content = 'applications', content_rowid = 'seq', tokenize = 'ascii', detail = 'none'
  )`.execute(trx)
  await sql`insert into application_search (application_search, rank) values ('secure-delete', 1)`.execute(trx)
}

async function forPostgres(trx: Db): Promise<void> {
  await sql`alter table applications add column search_words tsvector not null generated always as (
    array_to_tsvector(array_remove(regexp_split_to_array(search_text, '[^a-z0-9\\u0080-\\U0010ffff]+'), ''))
  ) stored`.execute(trx)
  await sql`create index applications_search on applications using gin (search_words)`.execute(trx)
  await sql`alter table limits set unlogged`.execute(trx)
}
