import { type Compilable, sql } from 'kysely'
import type { Db } from '../engine.ts'
import type { Hit, WordIndex } from '../search/index-port.ts'
import type { SearchQuery } from '../search/query.ts'
import { and, within } from '../search/span.ts'
import { type Entry, entryWords, inVolume } from '../search/volumes.ts'

const wholeOf = ({ whole }: SearchQuery, volume: number): readonly string[] => whole.map((word) => `"${inVolume(volume, word)}"`)

const match = (query: SearchQuery, volume: number): string =>
  [...wholeOf(query, volume), ...(query.beginning === undefined ? [] : [`"${inVolume(volume, query.beginning)}"*`])].join(' AND ')

/** What is looked for first: the longest whole word, which few have; all there is, where there is no other. */
const first = (query: SearchQuery, volume: number): string =>
  query.beginning === undefined || query.whole.length === 0
    ? match(query, volume)
    : `"${inVolume(
        volume,
        query.whole.reduce((a, b) => (b.length > a.length ? b : a)),
      )}"`

const asWritten = ({ literal }: SearchQuery) => and(literal.map((text) => sql<boolean>`instr(search_text, ${text}) > 0`))

const put = (seq: number, words: readonly string[]) =>
  sql`insert into application_words (rowid, words) values (${seq}, ${words.join(' ')})`

export const wordIndex = (read: Db): WordIndex => ({
  add: (trx, entry: Entry): readonly Compilable[] => {
    const add = put(entry.seq, entryWords(entry))
    return [{ compile: () => add.compile(trx) }]
  },
  // An index without texts takes words out as it takes them in, one by one: a decision changes one of them.
  change: async (trx, before, after) => {
    const [old, now] = [entryWords(before), after === undefined ? [] : entryWords(after)]
    const [had, has] = [new Set(old), new Set(now)]
    const gone = old.filter((word) => !has.has(word))
    const come = now.filter((word) => !had.has(word))
    if (gone.length > 0)
      await sql`insert into application_words (application_words, rowid, words) values ('delete', ${before.seq}, ${gone.join(' ')})`.execute(
        trx,
      )
    if (come.length > 0) await put(before.seq, come).execute(trx)
  },
  // Whole words first: a beginning is gathered from all words that have it, which is not worth it where one of the whole words is missing.
  some: async (query, volumes, most) => {
    const each = JSON.stringify(volumes.map((volume) => [match(query, volume), first(query, volume)]))
    const literal = query.literal.length === 0 ? sql`` : sql`cross join applications a on a.seq = w.rowid ${asWritten(query)}`
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
  newest: async (query, volume, span, most) => {
    const { rows } = await sql<Hit>`
      select seq, submitted_at, id from applications
      where volume = ${volume} and removed_at is null ${and(within(span))}
        and +seq in (select rowid from application_words where application_words match ${match(query, volume)}) ${asWritten(query)}
      order by submitted_at desc, id desc limit ${most}`.execute(read)
    return rows
  },
})
