import type { Compilable, Expression, RawBuilder } from 'kysely'
import type { Added } from '../applications-port.ts'
import type { Limits } from '../port.ts'
import type { Insertion } from './applications/insertion.ts'
import type { WordIndex } from './search/word-index.ts'
import type { Db } from './tables.ts'

// Released migrations import both from here.
export type { Db } from './tables.ts'

/** What SQLite, with its one writer, is to know of a unit that nobody waits for. */
export interface Urgency {
  /** Whether it lets submissions pass, for some milliseconds at most. */
  readonly yields: boolean
  /**
   * `later`: a power failure, but nothing less, may take the unit back until the next one is durable. For claims and reservations: whoever made one has
   * ended by then.
   */
  readonly sync?: 'later'
}

/** A database, with the few things named in which engines differ. Everything else is written once, in Kysely. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** True when the database is this process's alone: what is claimed when it opens was claimed by a process that has ended. */
  readonly exclusive: boolean
  /** For reading only. */
  readonly read: Db
  /**
   * Does `work` as one unit: all of it, durable, once this resolves; nothing of it when this rejects. `work` awaits only its own
   * statements: on SQLite all writers wait for it. It may be run again, so it changes nothing outside the database.
   */
  write<T>(work: (trx: Db) => Promise<T>, urgency?: Urgency): Promise<T>
  /** As `write`, for a unit that is one statement: PostgreSQL needs no `begin` and `commit` for it. */
  writeOne<T>(work: (db: Db) => Promise<T>, urgency?: Urgency): Promise<T>
  /** Continues what the process before has left unfinished, once the schema is up to date. Resolves when submissions can be inserted. */
  prepare(): Promise<void>
  /**
   * Inserts a submission as one unit, unless it is a repeat or a duplicate: record, files, history entry, outbox entries, idempotency key, person keys
   * and counters. Durable once this resolves; its words may follow (see `WordIndex.settled`).
   */
  insert(insertion: Insertion): Promise<Added>
  /** Until the unit ends, no other unit holds a lock of one of these names. They are taken in this order. */
  lock(trx: Db, ...names: readonly string[]): Promise<void>
  /** Runs several writes, of which none reads or changes what another one changes, in as few steps as it can. */
  together(trx: Db, writes: readonly Compilable[]): Promise<void>
  /** What follows a query that selects rows to claim: two claimers pass each other's rows by instead of waiting for them. */
  readonly skipLocked: RawBuilder<unknown>
  readonly search: WordIndex
  /** The number that the next application gets. Asked for inside the unit that adds it. */
  readonly nextSeq: Expression<number>
  readonly limits: Limits
  /** How many rows a counter is spread over. */
  readonly shards: number
  /** Column types that differ, for migrations. */
  readonly types: {
    readonly key: 'integer' | 'bigserial'
    readonly moment: 'integer' | 'bigint'
    readonly bytes: 'blob' | 'bytea'
  }
  /**
   * Removes from the database's own log what was deleted, where that stays in it for long. `deleted`: something was since the last time.
   * What another process hinders is done at the next call.
   */
  truncateLog(deleted: boolean): Promise<void>
  /** Rejects when the database does not answer, or would not take a write. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Begins a statement that is planned at each execution. A prepared plan is that of the tables as they were: of empty tables it reads all rows, until
 * PostgreSQL has analyzed them. SQLite ignores it.
 */
export const planned = '/* planned at each execution */'
