import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Status } from '../../../applications/application.ts'
import type { Db } from '../tables.ts'
import { words } from './fold.ts'
import type { SearchQuery } from './query.ts'

/** A part of a list: the applications that match `only`, ordered by a column and then by id. A list has one part or two. */
export interface Part {
  readonly column: 'submitted_at' | 'due_at' | 'total_score'
  readonly direction: 'asc' | 'desc'
  /** A condition; without it the part is the whole list. */
  readonly only?: RawBuilder<boolean>
}

/** A condition with the status in the statement, so that SQLite finds the partial index. */
const hasStatus = (status: Status): RawBuilder<boolean> => sql<boolean>`status = ${sql.lit(status)}`

export const parts = {
  newest: { column: 'submitted_at', direction: 'desc' },
  due: { column: 'due_at', direction: 'asc', only: hasStatus('pending') },
  answered: { column: 'submitted_at', direction: 'desc', only: sql<boolean>`status <> 'pending'` },
  scored: { column: 'total_score', direction: 'desc', only: sql<boolean>`total_score is not null` },
  partlyScored: { column: 'submitted_at', direction: 'desc', only: sql<boolean>`total_score is null and scores <> '{}'` },
  unscored: { column: 'submitted_at', direction: 'desc', only: sql<boolean>`total_score is null and scores = '{}'` },
} as const satisfies Record<string, Part>

/** A range of a part. */
export interface Span {
  /** Submitted at this time or later. Milliseconds. */
  readonly since?: number
  /** Submitted before this time. Milliseconds. */
  readonly until?: number
  /** Due at `from` or later, and before `until`. Milliseconds. */
  readonly dueIn?: { readonly from?: number; readonly until?: number }
  /** Only rows after this position in the part. */
  readonly after?: { readonly key: number; readonly id: string }
}

/** The SQL conditions of a range. */
export function spanConditions(
  { column, direction, only }: Part,
  { since, until, dueIn, after }: Span,
): readonly RawBuilder<boolean>[] {
  const conditions = only === undefined ? [] : [only]
  if (since !== undefined) conditions.push(sql`submitted_at >= ${since}`)
  if (until !== undefined) conditions.push(sql`submitted_at < ${until}`)
  // Nothing is due before it is submitted.
  const from = column === 'due_at' ? (dueIn?.from ?? since) : dueIn?.from
  if (from !== undefined) conditions.push(sql`due_at >= ${from}`)
  if (dueIn?.until !== undefined) conditions.push(sql`due_at < ${dueIn.until}`)
  if (after !== undefined) {
    const position = sql`(${after.key}, ${after.id})`
    conditions.push(
      direction === 'asc' ? sql`(${sql.ref(column)}, id) > ${position}` : sql`(${sql.ref(column)}, id) < ${position}`,
    )
  }
  return conditions
}

/** The order of a part, for `order by`. */
export const partOrder = ({ column, direction }: Part): RawBuilder<unknown> =>
  direction === 'asc' ? sql`${sql.ref(column)}, id` : sql`${sql.ref(column)} desc, id desc`

/** The columns of an application that are indexed. */
export interface IndexEntry {
  readonly seq: number
  readonly search_text: string
  readonly facets: string
}

/** The indexed words of an application. */
export const entryWords = ({ search_text, facets }: Omit<IndexEntry, 'seq'>): readonly string[] => [
  ...new Set(words(`${search_text} ${facets}`)),
]

/** The word index of an engine. It contains deleted applications until they are purged. It knows no literals (see `SearchQuery`). */
export interface WordIndex {
  /** The writes that insert a stored application into the index. */
  insert(trx: Db, entry: IndexEntry): readonly Compilable[]
  /** Replaces an entry, or deletes it without `after`. */
  replace(trx: Db, before: IndexEntry, after?: IndexEntry): Promise<void>
  /** How many applications match, in lists or not; counting stops at `limit`. */
  count(query: SearchQuery, limit: number): Promise<number>
  /** The condition for a row of `applications` that matches. If there are many, it is tested row by row in the order of the list. */
  matches(query: SearchQuery, many: boolean): RawBuilder<boolean>
  /** The condition for a row of `applications` that has a facet; at most `limit` rows, on SQLite those that were stored last. */
  having(word: string, limit: number): RawBuilder<boolean>
  /** The condition that a row's indexed text, or the JSON of its answers, contains this text. */
  contains(text: string, column?: 'search_text' | 'answers'): RawBuilder<boolean>
}
