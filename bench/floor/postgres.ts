import pg from 'pg'
import type { Sent, Store } from './server.ts'

const schema = `
  create table applications (seq bigserial primary key, id text not null unique, form text not null, name text not null, email text not null, company text not null,
    answers text not null, status text not null, at bigint not null, ip text not null, duplicate text not null, words tsvector not null);
  create index on applications (at, id); create index on applications (duplicate); create index on applications (form, status, at, id);
  create index on applications (status, at, id); create index on applications (email, at); create index on applications using gin (words);
  create table outbox (id bigserial primary key, application text not null, payload text not null, state text not null, due bigint not null);
  create index on outbox (due) where state = 'waiting'; create index on outbox (application);
  create table history (application text, revision integer, at bigint, event text, primary key (application, revision));
  create table keys (key text primary key, content text not null, application text not null, until bigint not null);
  create table counters (form text, status text, n bigint not null, primary key (form, status))`

/** What a batch repeats. Only this program writes, so that nothing is added between the two statements. */
const earlier = `select key, content, application, null as duplicate from keys where key = any($1) and until > $3
  union all select null, null, null, duplicate from applications where duplicate = any($2) and status = 'pending'`

const insert = `with sent as (select * from json_to_recordset($1::json) as (id text, form text, name text, email text, company text, answers text, words text, at bigint, ip text,
    duplicate text, key text, content text, letter text, until bigint)),
  a as (insert into applications (id, form, name, email, company, answers, status, at, ip, duplicate, words)
    select id, form, name, email, company, answers, 'pending', at, ip, duplicate, array_to_tsvector(string_to_array(words, ' ')) from sent),
  b as (insert into outbox (application, payload, state, due) select id, letter, 'waiting', at from sent),
  c as (insert into history select id, 0, at, '{"what":"submitted"}' from sent),
  d as (insert into keys select key, content, id, until from sent where key <> '' on conflict (key) do update set content = excluded.content,
    application = excluded.application, until = excluded.until)
  insert into counters select form, 'pending', count(*) from sent group by form on conflict (form, status) do update set n = counters.n + excluded.n`

const distinctWords = (text: string): string => [...new Set(text.split(/[^\p{L}\p{N}\p{M}]+/u))].filter(Boolean).join(' ')

/** A store in PostgreSQL: one statement for all rows of a batch. */
export async function open(url: string): Promise<Store> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(schema)
  return async (batch) => {
    const values = [batch.map(({ key }) => key), batch.map(({ duplicate }) => duplicate), batch[0]?.at]
    const { rows } = await client.query({ name: 'earlier', text: earlier, values })
    const claims = new Map<string, { readonly content: string; readonly id: string }>()
    for (const { key, content, application } of rows) if (key !== null) claims.set(key, { content, id: application })
    const pending = new Set<string>(rows.map(({ duplicate }) => duplicate))
    const added: Sent[] = []
    const results = batch.map((sent) => {
      const claim = claims.get(sent.key)
      if (claim !== undefined)
        return claim.content === sent.content ? { id: claim.id } : { refused: 'other answers with this key' }
      if (pending.has(sent.duplicate)) return { refused: 'duplicate' }
      pending.add(sent.duplicate)
      if (sent.key !== '') claims.set(sent.key, sent)
      added.push({ ...sent, words: distinctWords(sent.words) })
      return { id: sent.id }
    })
    // A single statement is a transaction.
    if (added.length > 0) await client.query({ name: 'insert', text: insert, values: [JSON.stringify(added)] })
    return results
  }
}
