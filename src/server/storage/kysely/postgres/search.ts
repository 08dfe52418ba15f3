import { sql } from 'kysely'
import type { Db } from '../engine.ts'
import { inPartition } from '../search/partitions.ts'
import type { SearchQuery } from '../search/query.ts'
import { andAll, spanConditions } from '../search/span.ts'
import type { Hit, Span, WordIndex } from '../search/word-index.ts'

const wordTerms = ({ words: whole }: SearchQuery, volume: number): readonly string[] =>
  whole.map((word) => `'${inPartition(volume, word)}'`)

const matchExpression = (query: SearchQuery, volume: number): string =>
  [...wordTerms(query, volume), ...(query.prefix === undefined ? [] : [`'${inPartition(volume, query.prefix)}':*`])].join(' & ')

/** A part of a volume, which the volume's own index knows; the whole of it is in the words already. */
const inside = (volume: number, span: Span) => {
  const conditions = spanConditions(span)
  return andAll(conditions.length === 0 ? [] : [sql<boolean>`volume = ${volume}`, ...conditions])
}

const literalConditions = ({ literals: literal }: SearchQuery) =>
  andAll(literal.map((text) => sql<boolean>`strpos(search_text, ${text}) > 0`))

/** A beginning of so many letters may be that of hundreds of words. */
const shortBeginning = 3

/** The index follows its column by itself. */
export const wordIndex = (read: Db): WordIndex => ({
  insert: () => [],
  replace: async () => {},
  // Whole words before a short beginning, which is gathered from all the words that have it: not worth it where one of the whole words is missing.
  someMatches: async (query, volumes, most) => {
    const matches = volumes.map((volume) => matchExpression(query, volume))
    const first =
      query.prefix === undefined || query.prefix.length > shortBeginning || query.words.length === 0
        ? sql``
        : sql`where exists (select 1 from applications where search_words @@ v.first::tsquery)`
    const firsts = volumes.map((volume) => wordTerms(query, volume).join(' & '))
    const { rows } = await sql<{ seq: number; nth: number }>`
      select h.seq, v.nth::integer as nth
      from (
        select match, nth from unnest(${sql.val(matches)}::text[], ${sql.val(firsts)}::text[]) with ordinality v(match, first, nth) ${first} offset 0
      ) v
      cross join lateral (
        select seq from applications where search_words @@ v.match::tsquery and removed_at is null ${literalConditions(query)} offset 0
      ) h
      limit ${most}`.execute(read)
    return rows.map(({ seq, nth }) => ({ seq, volume: volumes[nth - 1] ?? 0 }))
  },
  // First all that are found, then their order: a volume is small, and walking the list in its order would read texts of those that are not found.
  // The inner select keeps the words from the planner, who would read the whole table for a common one: its statistics do not know volumes.
  newestMatches: async (query, volume, span, most) => {
    const { rows } = await sql<Hit>`
      select seq, submitted_at, id from (
        select seq, submitted_at, id from applications
        where search_words @@ (select ${matchExpression(query, volume)}::tsquery) and removed_at is null ${inside(volume, span)} ${literalConditions(query)}
        offset 0
      ) hits
      order by submitted_at desc, id desc limit ${most}`.execute(read)
    return rows
  },
})
