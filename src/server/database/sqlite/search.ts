import { sql } from 'kysely'
import type { SearchQuery } from '../search/query.ts'
import { entryWords, type WordIndex } from '../search/word-index.ts'
import type { Db } from '../tables.ts'

const expression = ({ words, prefix }: SearchQuery): string =>
  [...words.map((word) => `"${word}"`), ...(prefix === undefined ? [] : [`"${prefix}"*`])].join(' AND ')

const insertWords = (seq: number, words: string) => sql`insert into application_words (rowid, words) values (${seq}, ${words})`

const matching = (query: SearchQuery) =>
  sql`select rowid from application_words where application_words match ${expression(query)}`

export const wordIndex = (read: Db): WordIndex => ({
  // FTS5 splits the text at the same characters as `words`, and keeps a word once.
  insert: (trx, { seq, search_text, facets }) => {
    const insert = insertWords(seq, `${search_text} ${facets}`)
    return [{ compile: () => insert.compile(trx) }]
  },
  // Deletes and inserts single words of the contentless index.
  replace: async (trx, before, after) => {
    const [oldWords, newWords] = [entryWords(before), after === undefined ? [] : entryWords(after)]
    const [oldSet, newSet] = [new Set(oldWords), new Set(newWords)]
    const removed = oldWords.filter((word) => !newSet.has(word))
    const added = newWords.filter((word) => !oldSet.has(word))
    if (removed.length > 0)
      await sql`insert into application_words (application_words, rowid, words) values ('delete', ${before.seq}, ${removed.join(' ')})`.execute(
        trx,
      )
    // FTS5 counts rows: a 'delete' lowers the count, and fails when it is zero; an insert raises it. So an insert follows each 'delete' of single words.
    if (added.length > 0 || (removed.length > 0 && after !== undefined))
      await insertWords(before.seq, added.join(' ')).execute(trx)
  },
  // FTS5 collects all matches of a beginning before it returns the first: the word itself may have enough of them.
  count: async (query, limit) => {
    const { words, prefix, literals } = query
    const complete = prefix === undefined ? [] : [{ words: [...words, prefix], prefix: undefined, literals }]
    let n = 0
    for (const each of [...complete, query])
      if (n < limit) {
        const { rows } = await sql<{ n: number }>`select count(*) as n from (${matching(each)} limit ${limit})`.execute(read)
        n = rows[0]?.n ?? 0
      }
    return n
  },
  // The unary plus keeps SQLite from sorting all matches.
  matches: (query, many) => sql<boolean>`${sql.raw(many ? '+seq' : 'seq')} in (${matching(query)})`,
  having: (word, limit) =>
    sql<boolean>`seq in (select rowid from application_words where application_words match ${`"${word}"`} order by rowid desc limit ${limit})`,
  contains: (text, column = 'search_text') => sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`,
})
