import { sql } from 'kysely'
import type { SearchQuery } from '../search/query.ts'
import { entryWords, type WordIndex } from '../search/word-index.ts'
import type { Db } from '../tables.ts'

const expression = ({ words, prefix }: SearchQuery): string =>
  [...words.map((word) => `"${word}"`), ...(prefix === undefined ? [] : [`"${prefix}"*`])].join(' AND ')

const insertWords = (seq: number, words: readonly string[]) =>
  sql`insert into application_words (rowid, words) values (${seq}, ${words.join(' ')})`

const matching = (query: SearchQuery) =>
  sql`select rowid from application_words where application_words match ${expression(query)}`

export const wordIndex = (read: Db): WordIndex => ({
  insert: (trx, entry) => {
    const insert = insertWords(entry.seq, entryWords(entry))
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
    if (added.length > 0 || (removed.length > 0 && after !== undefined)) await insertWords(before.seq, added).execute(trx)
  },
  some: async (query, limit) => {
    const { rows } = await sql<{ rowid: number }>`${matching(query)} limit ${limit}`.execute(read)
    return rows.map(({ rowid }) => rowid)
  },
  // The unary plus keeps SQLite from sorting all matches.
  matches: (query) => sql<boolean>`+seq in (${matching(query)})`,
  having: (word, limit) =>
    sql<boolean>`seq in (select rowid from application_words where application_words match ${`"${word}"`} order by rowid desc limit ${limit})`,
  contains: (text, column = 'search_text') => sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`,
})
