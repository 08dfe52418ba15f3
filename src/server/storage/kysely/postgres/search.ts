import { sql } from 'kysely'
import { inPartition } from '../search/index-entry.ts'
import type { SearchQuery } from '../search/query.ts'
import { andAll, type Hit, isVisible, type Part, type Span, spanConditions, type WordIndex } from '../search/word-index.ts'
import type { Db } from '../tables.ts'

const wordTerms = ({ words }: SearchQuery, partition: number): readonly string[] =>
  words.map((word) => `'${inPartition(partition, word)}'`)

const matchExpression = (query: SearchQuery, partition: number): string =>
  [...wordTerms(query, partition), ...(query.prefix === undefined ? [] : [`'${inPartition(partition, query.prefix)}':*`])].join(
    ' & ',
  )

/** The conditions of a span within a partition; none for a whole partition, which the words imply. */
const cutConditions = (partition: number, part: Part, span: Span) => {
  const conditions = spanConditions(part, span)
  return andAll(conditions.length === 0 ? [] : [sql<boolean>`volume = ${partition}`, ...conditions])
}

const literalConditions = ({ literals }: SearchQuery) =>
  andAll(literals.map((text) => sql<boolean>`strpos(search_text, ${text}) > 0`))

/** A prefix of at most this many characters may match hundreds of words. */
const shortPrefix = 3

/** PostgreSQL updates the index with its column, so writes do nothing here. */
export const wordIndex = (read: Db): WordIndex => ({
  insert: () => [],
  replace: async () => {},
  // Matching a short prefix reads all words that begin with it. It is skipped in partitions that lack one of the complete words, which are probed first.
  someMatches: async (query, partitions, limit) => {
    const matches = partitions.map((partition) => matchExpression(query, partition))
    const probe =
      query.prefix === undefined || query.prefix.length > shortPrefix || query.words.length === 0
        ? sql``
        : sql`where exists (select 1 from applications where search_words @@ v.probe::tsquery)`
    const probes = partitions.map((partition) => wordTerms(query, partition).join(' & '))
    const { rows } = await sql<{ seq: number; nth: number }>`
      select h.seq, v.nth::integer as nth
      from (
        select match, nth from unnest(${sql.val(matches)}::text[], ${sql.val(probes)}::text[]) with ordinality v(match, probe, nth) ${probe} offset 0
      ) v
      cross join lateral (
        select seq from applications where search_words @@ v.match::tsquery and ${isVisible(query)} ${literalConditions(query)} offset 0
      ) h
      limit ${limit}`.execute(read)
    return rows.map(({ seq, nth }) => ({ seq, partition: partitions[nth - 1] ?? 0 }))
  },
  // Finds all matches first and then sorts them: a partition is small, and reading it in the list's order would read the texts of rows that do not match.
  // The inner select hides the words from the planner: its statistics do not know partitions, so it would scan the table for a common word.
  firstMatches: async (query, partition, part, span, limit) => {
    const { rows } = await sql<Hit>`
      select seq, key, id from (
        select seq, ${sql.ref(part.column)} as key, id from applications
        where search_words @@ (select ${matchExpression(query, partition)}::tsquery) and ${isVisible(query)} ${cutConditions(partition, part, span)} ${literalConditions(query)}
        offset 0
      ) hits
      order by key ${sql.raw(part.direction)}, id ${sql.raw(part.direction)} limit ${limit}`.execute(read)
    return rows
  },
})
