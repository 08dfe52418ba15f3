import { sql } from 'kysely'
import type { Db } from '../engine.ts'
import type { Hit, WordIndex } from '../search/index-port.ts'
import type { SearchQuery } from '../search/query.ts'
import { and, within } from '../search/span.ts'
import { inVolume, volumeFigures } from '../search/volumes.ts'

const wholeOf = ({ whole }: SearchQuery, volume: number): readonly string[] => whole.map((word) => `'${inVolume(volume, word)}'`)

const match = (query: SearchQuery, volume: number): string =>
  [...wholeOf(query, volume), ...(query.beginning === undefined ? [] : [`'${inVolume(volume, query.beginning)}':*`])].join(' & ')

const asWritten = ({ literal }: SearchQuery) => and(literal.map((text) => sql<boolean>`strpos(search_text, ${text}) > 0`))

/** Every character that splits words in a folded text, but for the space; PostgreSQL is told them as they are. */
const signs = Array.from({ length: 0x7f - 0x21 }, (_, n) => String.fromCharCode(0x21 + n))
  .filter((sign) => !/[A-Za-z0-9]/.test(sign))
  .join('')

/**
 * The words are split here as in search/fold.ts: at ASCII punctuation and nowhere else. PostgreSQL's own parser would take an address for one word and
 * break words of scripts that its locale does not know. Plain replacing, because a pattern would take ten times as long as the rest of a submission.
 */
export async function createIndex(trx: Db): Promise<void> {
  const spaced = sql`translate(search_text || ' ' || facets, ${sql.lit(signs)}, ${sql.lit(' '.repeat(signs.length))})`
  const prefix = sql`lpad(volume::text, ${sql.lit(volumeFigures)}, '0')`
  const words = sql`string_to_array(replace(' ' || ${spaced}, ' ', ' ' || ${prefix}), ' ')`
  await sql`alter table applications add column search_words tsvector not null generated always as (
      array_to_tsvector(array_remove(array_remove(${words}, ''), ${prefix}))) stored`.execute(trx)
  await sql`create index applications_search on applications using gin (search_words)`.execute(trx)
}

/** The index follows its column by itself. */
export const wordIndex = (read: Db): WordIndex => ({
  add: () => [],
  change: async () => {},
  // Whole words first: a beginning is gathered from all words that have it, which is not worth it where one of the whole words is missing.
  some: async (query, volumes, most) => {
    const matches = volumes.map((volume) => match(query, volume))
    const first =
      query.beginning === undefined || query.whole.length === 0
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
  // First all that are found, then their order: a volume is small, and walking the list instead would read texts of those that are not found.
  newest: async (query, volume, span, most) => {
    const { rows } = await sql<Hit>`
      with hits as materialized (
        select seq, submitted_at, id from applications
        where search_words @@ ${match(query, volume)}::tsquery and removed_at is null ${asWritten(query)}
      )
      select seq, submitted_at, id from hits where true ${and(within(span))}
      order by submitted_at desc, id desc limit ${most}`.execute(read)
    return rows
  },
})
