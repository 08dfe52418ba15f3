import { sql } from 'kysely'
import type { SearchQuery } from '../search/query.ts'
import { entryWords, type IndexEntry, type WordIndex } from '../search/word-index.ts'
import type { Db } from '../tables.ts'

const expression = ({ words, prefix }: SearchQuery): string =>
  [...words.map((word) => `'${word}'`), ...(prefix === undefined ? [] : [`'${prefix}':*`])].join(' & ')

const setWords = ({ seq, ...entry }: IndexEntry) =>
  sql`update applications set search_words = array_to_tsvector(${sql.val(entryWords(entry))}::text[]) where seq = ${seq}`

/** The inner select hides the words from the planner, which would read the table in its order for a word that it takes for a common one. */
const matching = (words: string) =>
  sql`select found.seq from applications as found where found.search_words @@ (select ${words}::tsquery)`

export const wordIndex = (read: Db): WordIndex => ({
  insert: (trx, entry) => {
    const update = setWords(entry)
    return [{ compile: () => update.compile(trx) }]
  },
  replace: async (trx, before, after) => {
    if (after !== undefined && (after.search_text !== before.search_text || after.facets !== before.facets))
      await setWords(after).execute(trx)
  },
  count: async (query, limit) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from (${matching(expression(query))} limit ${limit}) as matches`.execute(read)
    return rows[0]?.n ?? 0
  },
  matches: (query, many) =>
    many ? sql<boolean>`search_words @@ ${expression(query)}::tsquery` : sql<boolean>`seq in (${matching(expression(query))})`,
  having: (word, limit) => sql<boolean>`seq in (${matching(`'${word}'`)} limit ${limit})`,
  contains: (text, column = 'search_text') => sql<boolean>`strpos(${sql.ref(column)}, ${text}) > 0`,
})
