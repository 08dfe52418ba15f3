import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** Applications that are read into the index at a time. */
const together = 500

const dropped = [
  'newest',
  'by_form',
  'by_status',
  'by_form_and_status',
  'by_volume',
  'by_duplicate_key',
  'quarantined_by_duplicate_key',
  'due',
  'due_by_form',
  'due_by_volume',
  'by_score',
  'score_by_form',
  'score_by_volume',
  'scored',
]

const visible = sql<boolean>`removed_at is null and withdrawn_at is null`
const created = [
  ['applications_listed', ['submitted_at', 'id', 'form_type', 'status'], visible],
  ['applications_by_duplicate_key', ['duplicate_key'], undefined],
  ['applications_due', ['due_at', 'id', 'form_type'], sql<boolean>`${visible} and status = 'pending'`],
  ['applications_by_score', ['total_score', 'id', 'form_type', 'status'], sql<boolean>`${visible} and total_score is not null`],
] as const

/** The words of a folded text. */
const wordsOf = (text: string): readonly string[] => text.split(/[\0-/:-@[-`{-\x7f]+/).filter((word) => word !== '')

/** The facets that stay: form, status and address are columns. */
const keptFacets = (facets: string): string =>
  facets
    .split(' ')
    .filter((word) => !/^[\ue100-\ue102]/.test(word))
    .join(' ')

async function indexWords(trx: Db, name: Engine['name']): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('applications')
      .select(['seq', 'search_text', 'facets'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(together)
      .execute()
    for (const { seq, search_text, facets: earlier } of rows) {
      const facets = keptFacets(earlier)
      const words = [...new Set(wordsOf(`${search_text} ${facets}`))]
      if (name === 'sqlite') {
        await sql`update applications set facets = ${facets} where seq = ${seq}`.execute(trx)
        await sql`insert into application_words (rowid, words) values (${seq}, ${words.join(' ')})`.execute(trx)
      } else
        await sql`update applications set facets = ${facets}, search_words = array_to_tsvector(${sql.val(words)}::text[])
          where seq = ${seq}`.execute(trx)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.seq
  }
}

/**
 * The word index without partitions, and eight indexes in place of eighteen. On SQLite prefixes of one and two letters are separate words, and words that are
 * deleted leave the index at once.
 */
export async function oneWordIndex(trx: Db, { name }: Pick<Engine, 'name'>): Promise<void> {
  for (const index of dropped) await sql`drop index ${sql.ref(`applications_${index}`)}`.execute(trx)
  if (name === 'sqlite') {
    await sql`drop table unindexed`.execute(trx)
    await sql`drop table application_words`.execute(trx)
    await sql`create virtual table application_words using fts5 (
      words, content = '', columnsize = 0, tokenize = 'ascii', detail = 'none', prefix = '1 2'
    )`.execute(trx)
    await sql`insert into application_words (application_words, rank) values ('secure-delete', 1)`.execute(trx)
  } else {
    await sql`alter table applications drop column search_words`.execute(trx)
    await sql`alter table applications add column search_words tsvector`.execute(trx)
  }
  await sql`alter table applications drop column volume`.execute(trx)
  await indexWords(trx, name)
  if (name === 'postgres') await sql`create index applications_search on applications using gin (search_words)`.execute(trx)
  for (const [index, columns, where] of created) {
    const statement = trx.schema
      .createIndex(index)
      .on('applications')
      .columns([...columns])
    await (where === undefined ? statement : statement.where(where)).execute()
  }
}
