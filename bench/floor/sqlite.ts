import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Sent, Store } from './server.ts'

const schema = `
  create table applications (seq integer primary key, id text not null unique, form text not null, name text not null, email text not null, company text not null,
    answers text not null, status text not null, at integer not null, ip text not null, duplicate text not null);
  create index newest on applications (at, id); create index duplicates on applications (duplicate); create index by_form on applications (form, status, at, id);
  create index due on applications (status, at, id); create index by_address on applications (email, at);
  create table outbox (id integer primary key, application text not null, payload text not null, state text not null, due integer not null);
  create index waiting on outbox (due) where state = 'waiting'; create index of_application on outbox (application);
  create table history (application text, revision integer, at integer, event text, primary key (application, revision)) without rowid;
  create table keys (key text primary key, content text not null, application text not null, until integer not null) without rowid;
  create table counters (form text, status text, n integer not null, primary key (form, status)) without rowid;
  create virtual table words using fts5 (body, content = '', detail = none, tokenize = 'unicode61 remove_diacritics 2')`

/** A store in a SQLite file with durable commits. */
export function open(folder: string): Store {
  const db = new DatabaseSync(join(folder, 'floor.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000; pragma wal_autocheckpoint = 4000')
  db.exec(schema)
  const earlier = db.prepare('select content, application from keys where key = ? and until > ?')
  const duplicate = db.prepare(`select 1 from applications where duplicate = ? and status = 'pending' limit 1`)
  const application = db.prepare(`insert into applications (id, form, name, email, company, answers, status, at, ip, duplicate)
    values (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`)
  const letter = db.prepare(`insert into outbox (application, payload, state, due) values (?, ?, 'waiting', ?)`)
  const history = db.prepare(`insert into history values (?, 0, ?, '{"what":"submitted"}')`)
  const key = db.prepare('insert or replace into keys values (?, ?, ?, ?)')
  const counter = db.prepare(`insert into counters values (?, 'pending', 1) on conflict do update set n = n + 1`)
  const words = db.prepare('insert into words (rowid, body) values (?, ?)')
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')

  function add(sent: Sent) {
    const claim = sent.key === '' ? undefined : earlier.get(sent.key, sent.at)
    if (claim !== undefined)
      return claim.content === sent.content ? { id: String(claim.application) } : { refused: 'other answers with this key' }
    if (duplicate.get(sent.duplicate) !== undefined) return { refused: 'duplicate' }
    const { id, form, name, email, company, answers, at, ip } = sent
    const { lastInsertRowid } = application.run(id, form, name, email, company, answers, at, ip, sent.duplicate)
    letter.run(id, sent.letter, at)
    history.run(id, at)
    if (sent.key !== '') key.run(sent.key, sent.content, id, sent.until)
    counter.run(form)
    words.run(lastInsertRowid, sent.words)
    return { id }
  }
  return async (batch) => {
    begin.run()
    const results = batch.map(add)
    commit.run()
    return results
  }
}
