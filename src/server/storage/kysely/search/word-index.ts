import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db } from '../tables.ts'
import type { IndexEntry } from './index-entry.ts'
import type { SeenQuery } from './query.ts'

/** A match, with its position in the list. */
export interface Hit {
  readonly seq: number
  /** Milliseconds. */
  readonly submitted_at: number
  readonly id: string
}

/** A range of the list, newest first. */
export interface Span {
  /** Milliseconds, inclusive. */
  readonly since?: number
  /** Milliseconds, exclusive. */
  readonly until?: number
  /** Only what comes after this position in the list. */
  readonly after?: { readonly submittedAt: number; readonly id: string }
}

/** The SQL conditions of a span. */
export const spanConditions = ({ since, until, after }: Span): readonly RawBuilder<boolean>[] => [
  ...(since === undefined ? [] : [sql<boolean>`submitted_at >= ${since}`]),
  ...(until === undefined ? [] : [sql<boolean>`submitted_at < ${until}`]),
  ...(after === undefined ? [] : [sql<boolean>`(submitted_at, id) < (${after.submittedAt}, ${after.id})`]),
]

/** Whether a row is one that the query may find: not deleted, and withdrawn or not. */
export const isSeen = ({ withdrawn }: Pick<SeenQuery, 'withdrawn'>): RawBuilder<boolean> =>
  withdrawn
    ? sql<boolean>`removed_at is null and withdrawn_at is not null`
    : sql<boolean>`removed_at is null and withdrawn_at is null`

/** ` and a and b`, to follow another condition; empty without conditions. */
export const andAll = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`

/** An engine's index of words. Deleted applications are in it until they are purged, and never match. */
export interface WordIndex {
  /** The writes that insert an application into the index. */
  insert(trx: Db, entry: IndexEntry): readonly Compilable[]
  /** Resolves when every application that was added before this call is in the index. A search waits for it. */
  settled(): Promise<void>
  /** Replaces an entry; without `after`, deletes it. */
  replace(trx: Db, before: IndexEntry, after?: IndexEntry): Promise<void>
  /** Up to `limit` matches, partition by partition in the order of `partitions`; within a partition in any order. */
  someMatches(
    query: SeenQuery,
    partitions: readonly number[],
    limit: number,
  ): Promise<readonly { readonly seq: number; readonly partition: number }[]>
  /** The newest `limit` matches of a partition, newest first. */
  newestMatches(query: SeenQuery, partition: number, span: Span, limit: number): Promise<readonly Hit[]>
}
