import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Status } from '../../../../applications/application.ts'
import type { Db } from '../tables.ts'
import type { IndexEntry } from './index-entry.ts'
import type { VisibleQuery } from './query.ts'

/** A match with its position in a part of the list. */
export interface Hit {
  readonly seq: number
  /** The value of the part's column. */
  readonly key: number
  readonly id: string
}

/** A part of a list: the applications that match `only`, ordered by a column and then by id. A list has one part or two. */
export interface Part {
  readonly column: 'submitted_at' | 'due_at' | 'total_score'
  readonly direction: 'asc' | 'desc'
  /** A condition; without it the part is the whole list. */
  readonly only?: RawBuilder<boolean>
}

/** A condition for a status that keeps SQLite from using the index on the status alone, because it would have to sort the rows then. */
export const hasStatus = (status: Status): RawBuilder<boolean> => sql<boolean>`coalesce(status, '') = ${sql.lit(status)}`

export const parts = {
  newest: { column: 'submitted_at', direction: 'desc' },
  due: { column: 'due_at', direction: 'asc', only: hasStatus('pending') },
  answered: { column: 'submitted_at', direction: 'desc', only: sql<boolean>`status <> 'pending'` },
  scored: { column: 'total_score', direction: 'desc', only: sql<boolean>`total_score is not null` },
  unscored: { column: 'submitted_at', direction: 'desc', only: sql<boolean>`total_score is null` },
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

/** The condition for rows that the query may find: not deleted, and either withdrawn or not. */
export const isVisible = ({ withdrawn }: Pick<VisibleQuery, 'withdrawn'>): RawBuilder<boolean> =>
  withdrawn
    ? sql<boolean>`removed_at is null and withdrawn_at is not null`
    : sql<boolean>`removed_at is null and withdrawn_at is null`

/** Conditions as `and a and b`, to append to another one; empty without conditions. */
export const andAll = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`

/** The word index of an engine. It contains deleted applications until they are purged, but they never match. */
export interface WordIndex {
  /** The writes that insert an application into the index. */
  insert(trx: Db, entry: IndexEntry): readonly Compilable[]
  /** Replaces an entry, or deletes it without `after`. */
  replace(trx: Db, before: IndexEntry, after?: IndexEntry): Promise<void>
  /** Up to `limit` matches, partition by partition in the order of `partitions`; within a partition in any order. */
  someMatches(
    query: VisibleQuery,
    partitions: readonly number[],
    limit: number,
  ): Promise<readonly { readonly seq: number; readonly partition: number }[]>
  /** The first `limit` matches of a partition in a range of a part, in its order. */
  firstMatches(query: VisibleQuery, partition: number, part: Part, span: Span, limit: number): Promise<readonly Hit[]>
}
