import { sql } from 'kysely'
import type { Db } from '../engine.ts'
import type { Hit, Span, WordIndex } from '../search/index-port.ts'
import type { SearchQuery } from '../search/query.ts'
import { and, within } from '../search/span.ts'
import { inVolume } from '../search/volumes.ts'

const wholeOf = ({ whole }: SearchQuery, volume: number): readonly string[] => whole.map((word) => `'${inVolume(volume, word)}'`)

const match = (query: SearchQuery, volume: number): string =>
  [...wholeOf(query, volume), ...(query.beginning === undefined ? [] : [`'${inVolume(volume, query.beginning)}':*`])].join(' & ')

/** A part of a volume, which the volume's own index knows; the whole of it is in the words already. */
const inside = (volume: number, span: Span) => {
  const conditions = within(span)
  return and(conditions.length === 0 ? [] : [sql<boolean>`volume = ${volume}`, ...conditions])
}

const asWritten = ({ literal }: SearchQuery) => and(literal.map((text) => sql<boolean>`strpos(search_text, ${text}) > 0`))

/** A beginning of so many letters may be that of hundreds of words. */
const shortBeginning = 3

/** The index follows its column by itself. */
export const wordIndex = (read: Db): WordIndex => ({
  add: () => [],
  change: async () => {},
  // Whole words before a short beginning, which is gathered from all the words that have it: not worth it where one of the whole words is missing.
  some: async (query, volumes, most) => {
    const matches = volumes.map((volume) => match(query, volume))
    const first =
      query.beginning === undefined || query.beginning.length > shortBeginning || query.whole.length === 0
        ? sql``
        : sql`where exists (select 1 from applications where search_words @@ v.first::tsquery)`
    const firsts = volumes.map((volume) => wholeOf(query, volume).join(' & '))
    const { rows } = await sql<{ seq: number; nth: number }>`
      select h.seq, v.nth::integer as nth
      from (
        select match, nth from unnest(${sql.val(matches)}::text[], ${sql.val(firsts)}::text[]) with ordinality v(match, first, nth) ${first} offset 0
      ) v
      cross join lateral (
        select seq from applications where search_words @@ v.match::tsquery and removed_at is null ${asWritten(query)} offset 0
      ) h
      limit ${most}`.execute(read)
    return rows.map(({ seq, nth }) => ({ seq, volume: volumes[nth - 1] ?? 0 }))
  },
  // First all that are found, then their order: a volume is small, and walking the list in its order would read texts of those that are not found.
  // The inner select keeps the words from the planner, who would read the whole table for a common one: its statistics do not know volumes.
  newest: async (query, volume, span, most) => {
    const { rows } = await sql<Hit>`
      select seq, submitted_at, id from (
        select seq, submitted_at, id from applications
        where search_words @@ (select ${match(query, volume)}::tsquery) and removed_at is null ${inside(volume, span)} ${asWritten(query)}
        offset 0
      ) hits
      order by submitted_at desc, id desc limit ${most}`.execute(read)
    return rows
  },
})
