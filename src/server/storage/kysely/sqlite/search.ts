import { type Compilable, sql } from 'kysely'
import { entryWords, type IndexEntry, inPartition } from '../search/index-entry.ts'
import type { SearchQuery } from '../search/query.ts'
import { andAll, type Hit, isVisible, partOrder, spanConditions, type WordIndex } from '../search/word-index.ts'
import type { Db } from '../tables.ts'

const matchExpression = ({ words, prefix }: SearchQuery, partition: number): string =>
  [
    ...words.map((word) => `"${inPartition(partition, word)}"`),
    ...(prefix === undefined ? [] : [`"${inPartition(partition, prefix)}"*`]),
  ].join(' AND ')

/** A cheap test of a partition: the longest complete word, because it is rare; the whole expression when there is no prefix to avoid. */
const probe = (query: SearchQuery, partition: number): string =>
  query.prefix === undefined || query.words.length === 0
    ? matchExpression(query, partition)
    : `"${inPartition(
        partition,
        query.words.reduce((a, b) => (b.length > a.length ? b : a)),
      )}"`

const literalConditions = ({ literals }: SearchQuery) =>
  andAll(literals.map((text) => sql<boolean>`instr(search_text, ${text}) > 0`))

const insertWords = (seq: number, words: readonly string[]) =>
  sql`insert into application_words (rowid, words) values (${seq}, ${words.join(' ')})`

/** Excludes deleted and withdrawn applications: two short lists, each with its index. */
const hidden = sql`not in (
  select seq from applications where removed_at is not null union all select seq from applications where withdrawn_at is not null
)`

export const wordIndex = (read: Db): WordIndex => ({
  insert: (trx, entry: IndexEntry): readonly Compilable[] => {
    const insert = insertWords(entry.seq, entryWords(entry))
    return [{ compile: () => insert.compile(trx) }]
  },
  // Deletes and inserts single words of the contentless index: a decision changes only one.
  replace: async (trx, before, after) => {
    const oldWords = entryWords(before)
    const newWords = after === undefined ? [] : entryWords(after)
    const oldSet = new Set(oldWords)
    const newSet = new Set(newWords)
    const removed = oldWords.filter((word) => !newSet.has(word))
    const added = newWords.filter((word) => !oldSet.has(word))
    if (removed.length > 0)
      await sql`insert into application_words (application_words, rowid, words) values ('delete', ${before.seq}, ${removed.join(' ')})`.execute(
        trx,
      )
    // FTS5 counts rows: a 'delete' lowers the count, and fails when it is zero; an insert raises it. So an insert follows each 'delete' of single words.
    if (added.length > 0 || (removed.length > 0 && after !== undefined)) await insertWords(before.seq, added).execute(trx)
  },
  // Matching a prefix reads all words that begin with it. It is skipped in partitions that lack a complete word, which is probed first.
  someMatches: async (query, partitions, limit) => {
    const expressions = JSON.stringify(
      partitions.map((partition) => [matchExpression(query, partition), probe(query, partition)]),
    )
    const literals =
      query.literals.length === 0 ? sql`` : sql`cross join applications a on a.seq = w.rowid ${literalConditions(query)}`
    const { rows } = await sql<{ seq: number; nth: number }>`
      select w.rowid as seq, v.key as nth
      from json_each(${expressions}) v
      cross join application_words w on w.application_words match iif(
        (select rowid from application_words where application_words match v.value ->> 1 limit 1) is null, v.value ->> 1, v.value ->> 0
      ) ${literals}
      where w.rowid ${query.withdrawn ? sql`in (select seq from applications where withdrawn_at is not null and removed_at is null)` : hidden}
      limit ${limit}`.execute(read)
    return rows.map(({ seq, nth }) => ({ seq, partition: partitions[nth] ?? 0 }))
  },
  // The unary plus keeps SQLite from sorting all matches: it reads the partition in the list's order and tests each row.
  firstMatches: async (query, partition, part, span, limit) => {
    const { rows } = await sql<Hit>`
      select seq, ${sql.ref(part.column)} as "key", id from applications
      where volume = ${partition} and ${isVisible(query)} ${andAll(spanConditions(part, span))}
        and +seq in (select rowid from application_words where application_words match ${matchExpression(query, partition)}) ${literalConditions(query)}
      order by ${partOrder(part)} limit ${limit}`.execute(read)
    return rows
  },
})
