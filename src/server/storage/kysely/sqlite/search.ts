import { type Compilable, sql } from 'kysely'
import type { Db } from '../engine.ts'
import { entryWords, type IndexEntry, inPartition } from '../search/partitions.ts'
import type { SearchQuery } from '../search/query.ts'
import { andAll, spanConditions } from '../search/span.ts'
import type { Hit, WordIndex } from '../search/word-index.ts'

const wordTerms = ({ words: whole }: SearchQuery, volume: number): readonly string[] =>
  whole.map((word) => `"${inPartition(volume, word)}"`)

const matchExpression = (query: SearchQuery, volume: number): string =>
  [...wordTerms(query, volume), ...(query.prefix === undefined ? [] : [`"${inPartition(volume, query.prefix)}"*`])].join(' AND ')

/** What is looked for first: the longest whole word, which few have; all there is, where there is no other. */
const first = (query: SearchQuery, volume: number): string =>
  query.prefix === undefined || query.words.length === 0
    ? matchExpression(query, volume)
    : `"${inPartition(
        volume,
        query.words.reduce((a, b) => (b.length > a.length ? b : a)),
      )}"`

const literalConditions = ({ literals: literal }: SearchQuery) =>
  andAll(literal.map((text) => sql<boolean>`instr(search_text, ${text}) > 0`))

const insertWords = (seq: number, words: readonly string[]) =>
  sql`insert into application_words (rowid, words) values (${seq}, ${words.join(' ')})`

export const wordIndex = (read: Db): WordIndex => ({
  insert: (trx, entry: IndexEntry): readonly Compilable[] => {
    const add = insertWords(entry.seq, entryWords(entry))
    return [{ compile: () => add.compile(trx) }]
  },
  // An index without texts takes words out as it takes them in, one by one: a decision changes one of them.
  replace: async (trx, before, after) => {
    const [old, now] = [entryWords(before), after === undefined ? [] : entryWords(after)]
    const [had, has] = [new Set(old), new Set(now)]
    const removed = old.filter((word) => !has.has(word))
    const added = now.filter((word) => !had.has(word))
    if (removed.length > 0)
      await sql`insert into application_words (application_words, rowid, words) values ('delete', ${before.seq}, ${removed.join(' ')})`.execute(
        trx,
      )
    if (added.length > 0) await insertWords(before.seq, added).execute(trx)
  },
  // Whole words first: a beginning is gathered from all words that have it, which is not worth it where one of the whole words is missing.
  someMatches: async (query, volumes, most) => {
    const each = JSON.stringify(volumes.map((volume) => [matchExpression(query, volume), first(query, volume)]))
    const literal =
      query.literals.length === 0 ? sql`` : sql`cross join applications a on a.seq = w.rowid ${literalConditions(query)}`
    const { rows } = await sql<{ seq: number; nth: number }>`
      select w.rowid as seq, v.key as nth
      from json_each(${each}) v
      cross join application_words w on w.application_words match iif(
        (select rowid from application_words where application_words match v.value ->> 1 limit 1) is null, v.value ->> 1, v.value ->> 0
      ) ${literal}
      where w.rowid not in (select seq from applications where removed_at is not null)
      limit ${most}`.execute(read)
    return rows.map(({ seq, nth }) => ({ seq, volume: volumes[nth] ?? 0 }))
  },
  // The plus: walk the volume in the list's order and ask of each whether it is found, instead of sorting all that are found.
  newestMatches: async (query, volume, span, most) => {
    const { rows } = await sql<Hit>`
      select seq, submitted_at, id from applications
      where volume = ${volume} and removed_at is null ${andAll(spanConditions(span))}
        and +seq in (select rowid from application_words where application_words match ${matchExpression(query, volume)}) ${literalConditions(query)}
      order by submitted_at desc, id desc limit ${most}`.execute(read)
    return rows
  },
})
