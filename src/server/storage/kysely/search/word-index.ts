import type { Compilable } from 'kysely'
import type { Db } from '../engine.ts'
import type { IndexEntry } from './partitions.ts'
import type { SearchQuery } from './query.ts'

/** Where an application stands in the list. */
export interface Hit {
  readonly seq: number
  readonly submitted_at: number
  readonly id: string
}

/** What of a volume is asked for. */
export interface Span {
  /** Milliseconds: at this moment or later, and before that one. */
  readonly since?: number
  readonly until?: number
  /** After this one in the list. */
  readonly after?: { readonly submittedAt: number; readonly id: string }
}

/** An engine's index of words. Removed applications are in it until they are purged, and are never found. */
export interface WordIndex {
  /** What puts an application into the index. */
  insert(trx: Db, entry: IndexEntry): readonly Compilable[]
  /** Makes the index hold `after` in place of `before`; without `after`, nothing. */
  replace(trx: Db, before: IndexEntry, after?: IndexEntry): Promise<void>
  /** Up to `most` matches, volume by volume in the order given; those of the last volume may be any of it. */
  someMatches(query: SearchQuery, volumes: readonly number[], most: number): Promise<readonly { seq: number; volume: number }[]>
  /** The newest matches of a volume, newest first. */
  newestMatches(query: SearchQuery, volume: number, span: Span, most: number): Promise<readonly Hit[]>
}
