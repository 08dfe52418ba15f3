import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** The tables and indexes of version 0.2.0, the first that later versions upgrade. Columns of times have milliseconds; see `Tables` for the others. */
export async function baseline(trx: Db, { name, types: { key, moment, bytes } }: Pick<Engine, 'name' | 'types'>): Promise<void> {
  const isSqlite = name === 'sqlite'
  // A number is never used again.
  const numbered = isSqlite ? ' autoincrement' : ''
  // Rows in the primary key, in place of a table and an index.
  const withoutRowid = isSqlite ? ' without rowid' : ''
  // Limits need not survive a crash.
  const unlogged = isSqlite ? '' : 'unlogged '
  const searchColumn = isSqlite ? '' : ', search_words tsvector'
  // Long answers are kept beside the rows, so that a list reads few pages.
  const options = isSqlite ? '' : ' with (toast_tuple_target = 256)'
  for (const statement of [
    `create table applications (
      seq ${key} primary key${numbered}, id text not null unique, form_type text not null, applicant_name text not null, applicant_email text not null, email_key text not null,
      company_name text not null, answers text not null, status text not null check (status in ('pending', 'approved', 'rejected', 'pitch')),
      submitted_at ${moment} not null, reviewed_at ${moment}, reviewed_by text, notes text not null, meeting_at ${moment}, ip text not null,
      revision integer not null, duplicate_key text not null, duplicate_rule text not null, removed_at ${moment}, hold_until ${moment},
      search_text text not null, origin text, notice text default '' not null, scores text default '{}' not null, facets text default '' not null,
      withdrawn_at ${moment}, answers_revision integer default 0 not null, seen_revision integer default 0 not null, quarantine text,
      letters_stopped_at ${moment}, due_at ${moment} default 0 not null, total_score integer, form_version text default 'first' not null,
      requests text default '[]' not null, proven_at ${moment}, link_generation integer default 0 not null, owner_opened_at ${moment}, read_at ${moment},
      starred integer default 0 not null${searchColumn}
    )${options}`,
    'create index applications_by_duplicate_key on applications (duplicate_key)',
    'create index applications_by_email on applications (email_key, submitted_at, id) where removed_at is null',
    'create index applications_by_meeting on applications (meeting_at) where meeting_at is not null',
    'create index applications_by_score on applications (total_score, id, form_type, status) where removed_at is null and withdrawn_at is null and total_score is not null',
    `create index applications_due on applications (due_at, id, form_type) where removed_at is null and withdrawn_at is null and status = 'pending'`,
    'create index applications_listed on applications (submitted_at, id, form_type, status, read_at) where removed_at is null and withdrawn_at is null',
    'create index applications_quarantined on applications (submitted_at, id) where quarantine is not null',
    'create index applications_to_purge on applications (hold_until) where removed_at is not null',
    'create index applications_withdrawn on applications (submitted_at, id) where withdrawn_at is not null',
    `create table answer_versions (
      application_id text not null references applications (id) on delete cascade, revision integer not null, form_version text not null,
      answers text not null, primary key (application_id, revision)
    )`,
    `create table content_drafts (
      path text primary key not null, text text, revision integer not null, saved_at ${moment} not null, link_hash text, link_until ${moment}
    )`,
    `create table counters (
      form_type text not null, status text not null, shard integer not null, n integer not null, primary key (form_type, status, shard)
    )`,
    `create table deletions (
      kind text not null, id text not null, hash text not null, at ${moment} not null, stopped integer not null, primary key (kind, id, hash)
    )`,
    `create table devices (
      device_hash text primary key not null, until ${moment} not null, email text, name text default '' not null, created_at ${moment},
      signed_in_at ${moment}
    )`,
    `create table earlier_files (
      application_id text not null references applications (id) on delete cascade, field text not null, revision integer not null, name text not null,
      type text not null, bytes ${bytes} not null, primary key (application_id, field, revision)
    )`,
    `create table erasing (
      application_id text primary key not null, erasure_id text not null
    )`,
    `create table erasures (
      id text primary key not null, requested_at ${moment} not null, due_at ${moment} not null, "by" text not null, keys text not null
    )`,
    `create table files (
      application_id text not null references applications (id) on delete cascade, field text not null, name text not null, type text not null,
      bytes ${bytes} not null, primary key (application_id, field)
    )`,
    `create table form_versions (
      version text primary key not null, form_type text not null, snapshot text not null, since ${moment} not null
    )`,
    `create table history (
      application_id text not null references applications (id) on delete cascade, revision integer not null, at ${moment} not null, "by" text not null,
      event text not null, primary key (application_id, revision)
    )${withoutRowid}`,
    'create index history_by_time on history (at)',
    `create table idempotency (
      key text primary key not null, content text not null, application_id text not null, until ${moment} not null
    )${withoutRowid}`,
    `create ${unlogged}table limits (
      key text primary key not null, hits integer not null, resets_at ${moment} not null
    )`,
    `create table mail_times (
      entry_id text primary key not null, recipient text not null, network text, at ${moment} not null, merged integer not null
    )`,
    'create index mail_times_by_time on mail_times (at)',
    'create index mail_times_from on mail_times (network, at)',
    'create index mail_times_to on mail_times (recipient, at)',
    `create table outbox (
      id text primary key not null, topic text not null, payload text not null, key text not null unique, application_id text not null,
      revision integer not null, state text not null check (state in ('waiting', 'claimed', 'sent', 'parked', 'cancelled')), due_at ${moment} not null,
      next_at ${moment}, attempts integer not null, fence integer not null, created_at ${moment} not null, sent_at ${moment}, last_fault text not null,
      revived_as text, failing_since ${moment}, network text, letter text
    )`,
    'create index outbox_by_application on outbox (application_id, revision)',
    'create index outbox_lane on outbox (topic, due_at, id) where next_at is not null',
    `create index outbox_parked on outbox (created_at, id) where state = 'parked'`,
    'create index outbox_sent on outbox (topic, sent_at) where sent_at is not null',
    `create table passcodes (
      id text primary key not null, email text not null, code_hash text not null, created_at ${moment} not null, expires_at ${moment} not null,
      wrong_tries integer not null, ended_at ${moment}, browser text, client text, client_tries integer default 0 not null, owner text,
      redeemed_at ${moment}
    )`,
    'create index passcodes_by_email on passcodes (email, created_at)',
    `create table passkeys (
      id text primary key not null, email text not null, name text not null, public_key text not null, counter ${moment} not null,
      created_at ${moment} not null, used_at ${moment}
    )`,
    `create table person_requests (
      id text primary key not null, kind text not null, person text not null, person_hash text not null, received text not null, due text not null,
      note text not null, created_at ${moment} not null, done_at ${moment}
    )`,
    'create index person_requests_open on person_requests (done_at, due)',
    `create table pictures (
      name text primary key not null, unused_since ${moment}, bytes ${bytes} not null
    )`,
    `create table published_files (
      publish_id text not null, path text not null, text text, live integer default 0 not null, primary key (publish_id, path)
    )`,
    'create index published_files_by_path on published_files (path)',
    'create index published_files_live on published_files (path) where live = 1',
    `create table publishes (
      id text primary key not null, revision integer unique, at ${moment} not null, "by" text not null, note text not null, due_at ${moment},
      fault text default '' not null
    )`,
    `create table refusals (
      minute ${moment} primary key not null, n integer not null
    )`,
    `create table replies (
      key text primary key not null, reply text not null, until ${moment} not null
    )`,
    `create table sessions (
      credential_hash text primary key not null, user_id text not null, email text not null, created_at ${moment} not null, expires_at ${moment} not null,
      browser text
    )`,
    `create table settings (
      key text primary key not null, value text not null, revision integer not null
    )`,
    `create table shared_drafts (
      id_hash text primary key not null, revision integer not null, saved_at ${moment} not null, opened integer not null, network text not null,
      sealed ${bytes} not null
    )`,
    'create index shared_drafts_by_network on shared_drafts (network)',
    'create index shared_drafts_by_time on shared_drafts (saved_at)',
    `create table slot_holders (
      starts_at ${moment} primary key not null, application_id text not null references applications (id) on delete cascade
    )`,
    'create index slot_holders_by_application on slot_holders (application_id)',
    `create table slots (
      starts_at ${moment} primary key not null, minutes integer not null
    )`,
    `create table users (
      email text primary key not null, id text not null, created_at ${moment} not null
    )`,
    `create table wrong_tries (
      id text primary key not null, email text not null, at ${moment} not null, owner text
    )`,
    'create index wrong_tries_by_email on wrong_tries (email, at)',
  ])
    await sql.raw(statement).execute(trx)
  if (isSqlite) {
    await sql`create virtual table application_words using fts5 (
      words, content = '', columnsize = 0, tokenize = 'ascii', detail = 'none', prefix = '1 2'
    )`.execute(trx)
    // What is deleted leaves the index at once, not at a later merge.
    await sql`insert into application_words (application_words, rank) values ('secure-delete', 1)`.execute(trx)
  } else await sql`create index applications_search on applications using gin (search_words)`.execute(trx)
}
