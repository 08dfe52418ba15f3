import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import { type Entry, entryWords, facetsOf, kept, volumeFigures, volumeOf } from './0007-copies.ts'

/** Applications that are read into the index at a time. */
const together = 500

/**
 * The index of words in volumes, and in it what an application can be asked for beside its words (see search/volumes.ts, search/facets.ts). A million
 * applications are read anew, once: some minutes.
 */
export async function volumes(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  const { schema } = trx
  await (name === 'sqlite' ? sql`drop table application_search` : sql`alter table applications drop column search_words`).execute(
    trx,
  )
  await schema
    .alterTable('applications')
    .addColumn('volume', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('applications')
    .addColumn('facets', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (let rows = await facetsAfter(trx, 0); rows.length > 0; rows = await facetsAfter(trx, rows.at(-1)?.seq ?? 0))
    for (const { seq, facets } of rows)
      await trx
        .updateTable('applications')
        .set({ volume: volumeOf(seq), facets })
        .where('seq', '=', seq)
        .execute()
  await schema
    .createIndex('applications_by_volume')
    .on('applications')
    .columns(['volume', 'submitted_at', 'id'])
    .where(sql<boolean>`removed_at is null`)
    .execute()
  if (name === 'postgres') return indexPostgres(trx)
  await indexSqlite(trx)
  for (let rows = await entriesAfter(trx, 0); rows.length > 0; rows = await entriesAfter(trx, rows.at(-1)?.seq ?? 0))
    for (const entry of rows) await put(trx, entry)
}

/** Beginnings of one and two letters are kept as if they were words: too many words have them to be gathered. */
const beginnings = `${volumeFigures + 1} ${volumeFigures + 2}`

/**
 * Words only, no positions and no texts: what was asked with punctuation is compared with `applications.search_text`. `secure-delete`: the words of
 * what is deleted leave the index at once, not at some later merge.
 */
async function indexSqlite(trx: Db): Promise<void> {
  await sql`create virtual table application_words using fts5 (
    words, content = '', columnsize = 0, tokenize = 'ascii', detail = 'none', prefix = ${sql.lit(beginnings)}
  )`.execute(trx)
  await sql`insert into application_words (application_words, rank) values ('secure-delete', 1)`.execute(trx)
}

const put = (trx: Db, entry: Entry) =>
  sql`insert into application_words (rowid, words) values (${entry.seq}, ${entryWords(entry).join(' ')})`.execute(trx)

/**
 * The words are split here as in search/fold.ts: at ASCII punctuation and nowhere else. PostgreSQL's own parser would take an address for one word and
 * break words of scripts that its locale does not know. A pattern of ASCII alone is a tenth of the work that `translate` or `regexp_split_to_array` are:
 * every decision makes these words anew.
 */
async function indexPostgres(trx: Db): Promise<void> {
  const spaced = sql`regexp_replace(search_text || ' ' || facets, '[!-/:-@[-\`{-~]', ' ', 'g')`
  const prefix = sql`lpad(volume::text, ${sql.lit(volumeFigures)}, '0')`
  const words = sql`string_to_array(replace(' ' || ${spaced}, ' ', ' ' || ${prefix}), ' ')`
  // Only what is long leaves the rows for their side table: what a search finds is read from a tenth of the pages.
  await sql`alter table applications set (toast_tuple_target = 256)`.execute(trx)
  await sql`alter table applications add column search_words tsvector not null generated always as (
      array_to_tsvector(array_remove(array_remove(${words}, ''), ${prefix}))) stored`.execute(trx)
  await sql`create index applications_search on applications using gin (search_words)`.execute(trx)
}

const after = (trx: Db, seq: number) => trx.selectFrom('applications').where('seq', '>', seq).orderBy('seq').limit(together)

const entriesAfter = (trx: Db, seq: number) => after(trx, seq).select(['seq', 'volume', 'search_text', 'facets']).execute()

async function facetsAfter(trx: Db, seq: number): Promise<readonly { readonly seq: number; readonly facets: string }[]> {
  const rows = await after(trx, seq)
    .select(['seq', 'form_type', 'status', 'email_key', 'answers', 'notes', 'meeting_at', 'origin'])
    .execute()
  return rows.map((row) => {
    const application = {
      formType: row.form_type,
      status: row.status,
      answers: JSON.parse(row.answers),
      notes: kept(row.notes),
      meetingAt: row.meeting_at === null ? null : new Date(row.meeting_at),
      origin: row.origin === null ? null : JSON.parse(row.origin),
    }
    return { seq: row.seq, facets: facetsOf(application, row.email_key) }
  })
}
