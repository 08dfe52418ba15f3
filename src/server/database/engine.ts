import type { Compilable, RawBuilder } from 'kysely'
import type { insertion } from './insertion.ts'
import type { Limits } from './limits.ts'
import type { WordIndex } from './search/word-index.ts'
import type { Db } from './tables.ts'

// Released migrations import `Db` from here; everything else imports it from tables.ts.
export type { Db } from './tables.ts'

/** A database engine: the few things in which SQLite and PostgreSQL differ. Everything else is written once, with Kysely. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** True when only this process uses the database. Claims that exist when it opens belong to a process that has ended. */
  readonly exclusive: boolean
  /** The server's keys, the present one first (see server-key.ts). Empty in a program that seals and recognises no person. */
  readonly serverKeys: readonly string[]
  /** For reading only. */
  readonly read: Db
  /**
   * Runs `work` as one unit. When this resolves, all of it is durable; when it rejects, nothing of it is written. `work` may await only its own statements,
   * because on SQLite all other writes wait for it. It may run more than once, so it must change nothing outside the database.
   */
  write<T>(work: (trx: Db) => Promise<T>): Promise<T>
  /** Like `write`, for a single statement: PostgreSQL then needs no `begin` and `commit`. */
  writeOne<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Takes the locks with these names, in this order, until the unit ends. Other units wait for them. */
  lock(trx: Db, ...names: readonly string[]): Promise<void>
  /** Runs several independent writes in as few steps as possible. None may read or change what another one changes. */
  together(trx: Db, writes: readonly Compilable[]): Promise<void>
  /** Appended to a query that selects rows to claim: it skips rows that another transaction has locked. */
  readonly skipLocked: RawBuilder<unknown>
  /**
   * By how many milliseconds the database's clock is ahead of this machine's, as SQL, in steps of ten seconds: less is not worth a difference between nodes.
   * Always 0 on SQLite.
   */
  clockAhead(): RawBuilder<number>
  readonly search: WordIndex
  /** The write that inserts rows of the same columns. `end`: what follows the values, such as `on conflict do nothing`. */
  readonly insert: ReturnType<typeof insertion>
  readonly limits: Limits
  /** Column types that differ, for migrations. */
  readonly types: {
    readonly key: 'integer' | 'bigserial'
    readonly moment: 'integer' | 'bigint'
    readonly bytes: 'blob' | 'bytea'
  }
  /**
   * Removes deleted data from the write-ahead log of SQLite. If another process prevents it, the next call does it.
   * @param deleted whether something was deleted since the last call
   */
  truncateLog(deleted: boolean): Promise<void>
  /** Rejects when the database does not respond, or accepts no writes. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * The beginning of a statement that PostgreSQL must plan at each execution. A plan that was prepared for nearly empty tables reads all rows, until the tables
 * are analyzed. SQLite ignores it.
 */
export const planned = '/* planned at each execution */'
