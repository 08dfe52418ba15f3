import { sql } from 'kysely'
import type { SearchQuery } from '../search/query.ts'
import { entryWords, type IndexEntry, type WordIndex } from '../search/word-index.ts'
import type { Db } from '../tables.ts'

const expression = ({ words, prefix }: SearchQuery): string =>
  [...words.map((word) => `'${word}'`), ...(prefix === undefined ? [] : [`'${prefix}':*`])].join(' & ')

const setWords = ({ seq, ...entry }: IndexEntry) =>
  sql`update applications set search_words = array_to_tsvector(${sql.val(entryWords(entry))}::text[]) where seq = ${seq}`

export const wordIndex = (read: Db): WordIndex => ({
  insert: (trx, entry) => {
    const update = setWords(entry)
    return [{ compile: () => update.compile(trx) }]
  },
  replace: async (trx, before, after) => {
    if (after !== undefined && (after.search_text !== before.search_text || after.facets !== before.facets))
      await setWords(after).execute(trx)
  },
  // The inner select hides the words from the planner, which would read the table in its order for a word that it takes for a common one.
  some: async (query, limit) => {
    const { rows } = await sql<{ seq: number }>`
      select seq from applications where search_words @@ (select ${expression(query)}::tsquery) limit ${limit}`.execute(read)
    return rows.map(({ seq }) => seq)
  },
  matches: (query) => sql<boolean>`search_words @@ ${expression(query)}::tsquery`,
  having: (word, limit) => sql<boolean>`seq in (
    select found.seq from applications as found where found.search_words @@ (select ${`'${word}'`}::tsquery) limit ${limit})`,
  contains: (text, column = 'search_text') => sql<boolean>`strpos(${sql.ref(column)}, ${text}) > 0`,
})
