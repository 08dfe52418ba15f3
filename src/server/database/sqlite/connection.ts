import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { operatorError } from '../operator-error.ts'
import { sqliteFault } from './fault.ts'

/** A parameter of a statement. */
export type Value = SQLInputValue

/** The limit of prepared statements. There are few, but a search has one for each number of words. */
const maxPrepared = 300

/** A connection of node:sqlite. Its calls are synchronous; awaiting one takes microtasks only. */
export class Connection implements DatabaseConnection {
  readonly db: DatabaseSync
  readonly #prepared = new Map<string, { statement: StatementSync; reads: boolean }>()

  constructor(db: DatabaseSync) {
    this.db = db
  }

  #prepare(sql: string): { statement: StatementSync; reads: boolean } {
    const cached = this.#prepared.get(sql)
    if (cached !== undefined) return cached
    const statement = this.db.prepare(sql)
    const prepared = { statement, reads: statement.columns().length > 0 }
    if (this.#prepared.size >= maxPrepared) this.#prepared.delete(this.#prepared.keys().next().value ?? '')
    this.#prepared.set(sql, prepared)
    return prepared
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { statement, reads } = this.#prepare(query.sql)
      const values = query.parameters as SQLInputValue[]
      if (reads) return { rows: statement.all(...values) as R[] }
      const { changes } = statement.run(...values)
      return { numAffectedRows: BigInt(changes), rows: [] }
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  /** Runs a statement with positional parameters. */
  run(sql: string, values: readonly Value[] = []): void {
    try {
      this.#prepare(sql).statement.run(...values)
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  /** Runs a statement with positional parameters. @returns all rows */
  all<Row>(sql: string, values: readonly Value[]): Row[] {
    try {
      return this.#prepare(sql).statement.all(...values) as Row[]
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  /** Runs a statement with positional parameters. @returns the first row */
  get<Row>(sql: string, values: readonly Value[]): Row | undefined {
    try {
      return this.#prepare(sql).statement.get(...values) as Row | undefined
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  /** Runs a statement that controls the transaction. */
  control(sql: string): void {
    this.run(sql)
  }

  /** Rolls back a failed transaction, unless SQLite has done so itself. */
  rollBack(): void {
    try {
      if (this.db.isTransaction) this.control('rollback')
    } catch {
      // SQLite has rolled back itself.
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires the method; nothing here streams, long reads go page by page
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('no streams: read page by page')
  }

  close(): void {
    this.#prepared.clear()
    if (this.db.isOpen) this.db.close()
  }
}

/**
 * How long a statement may block the process while another process locks the file, milliseconds. The writer then waits without blocking. Opening may take
 * longer, because several processes may start together.
 */
const busyMs = { opening: 5000, open: 20 }

/** Sets the mode in which commits are durable, and checks that SQLite accepted it. @throws AppError when it did not */
function settle(db: DatabaseSync, file: string): void {
  const value = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
  const version = String(value('select sqlite_version()'))
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major * 1_000_000 + minor * 1000 + patch < 3_051_003)
    throw operatorError(
      `SQLite ${version} can corrupt a database in WAL mode; 3.51.3 or newer is needed (it comes with Node.js).`,
    )
  const journal = value('pragma journal_mode = wal')
  if (journal !== 'wal') throw operatorError(`${file} cannot be set to WAL mode (it is in ${journal} mode).`)
  db.exec('pragma synchronous = full; pragma secure_delete = on; pragma journal_size_limit = 67108864')
  db.exec('pragma cache_size = -16000; pragma temp_store = memory')
  // A checkpoint writes each page once, however often it changed. A log of 16 MB, about a second of a burst, needs fewer syncs than the default of 4 MB.
  db.exec('pragma wal_autocheckpoint = 4000')
  if (value('pragma synchronous') !== 2) throw operatorError(`Commits to ${file} would not be durable: synchronous is not FULL.`)
  if (value('pragma foreign_keys') !== 1) throw operatorError(`${file} does not enforce foreign keys.`)
}

/**
 * Opens a connection with durable commits.
 * @throws AppError DATABASE_CONNECTION_FAILED when the file cannot be opened
 * @throws AppError when commits would not be durable, or this version of SQLite is known to corrupt files
 */
export function connect(file: string, mode: 'read' | 'write'): Connection {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout: busyMs.opening, enableForeignKeyConstraints: true, allowExtension: false })
    db.enableDefensive(true)
    settle(db, file)
    if (mode === 'read') db.exec('pragma query_only = on')
    db.exec(`pragma busy_timeout = ${busyMs.open}`)
    return new Connection(db)
  } catch (error) {
    if (db?.isOpen) db.close()
    throw sqliteFault(error)
  }
}
