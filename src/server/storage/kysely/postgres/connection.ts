import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { hour, second } from '../../../../shared/dates.ts'
import { planned } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { postgresFault, sqlState } from './fault.ts'

/** Statements that each connection keeps prepared, at most; others are planned when they are run. */
const mostPrepared = 200
const statementMs = 15 * second

/** A statement by which a transaction asks for all the time that it needs: a migration of many rows. */
const patience = 'set local statement_timeout = 0'
const patientMs = 24 * hour

/** bigint and numeric sums come as text by default; ours are moments and counts, all below 2^53. */
const asNumber = new Set([20, 1700])

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly #names: Map<string, string>
  /** Set when the connection may hold an open transaction or a stale plan: it is not used again. */
  spoilt = false
  #patient = false

  constructor(client: pg.PoolClient, names: Map<string, string>) {
    this.client = client
    this.#names = names
  }

  async executeQuery<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    try {
      let name = this.#names.get(sql)
      if (name === undefined && this.#names.size < mostPrepared && !sql.startsWith(planned)) {
        name = `s${this.#names.size}`
        this.#names.set(sql, name)
      }
      if (sql === patience) this.#patient = true
      const { rows, rowCount, command } = await this.client.query({
        name,
        text: sql,
        values: [...parameters],
        ...(this.#patient && { query_timeout: patientMs }),
      })
      if (sql === 'commit' && command === 'ROLLBACK') throw new Error('the transaction was rolled back')
      return { rows, numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) }
    } catch (error) {
      // "cached plan must not change result type": the schema has changed under this connection.
      if (sqlState(error) === '0A000' || sqlState(error) === undefined) this.spoilt = true
      throw postgresFault(error)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here streams, long reads go page by page
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('no streams: read page by page')
  }
}

const run = async (connection: DatabaseConnection, sql: string): Promise<void> => {
  await (connection as Connection).executeQuery({ sql, parameters: [] })
}

/** Kysely over a pool of connections. One that breaks is replaced by the next call that needs one. */
export function kyselyOver(url: string, poolSize: number): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'kolam',
    connectionTimeoutMillis: 5 * second,
    statement_timeout: statementMs,
    // For a server that has gone without a word: its own timeout cannot tell.
    query_timeout: statementMs + 5 * second,
    idle_in_transaction_session_timeout: 2 * statementMs,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        asNumber.has(oid) ? (value: string) => Number(value) : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // A connection that breaks says so to its listeners, and a process without one dies of it. The call that uses it next hears anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const names = new Map<string, string>()
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      try {
        return new Connection(await pool.connect(), names)
      } catch (error) {
        throw postgresFault(error)
      }
    },
    releaseConnection: async (connection) => {
      const { client, spoilt } = connection as Connection
      client.release(spoilt)
    },
    beginTransaction: (connection) => run(connection, 'begin'),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: async (connection) => {
      try {
        await run(connection, 'rollback')
      } catch {
        // Without a connection there is nothing to roll back: the server does it. What made us roll back is what the caller hears.
        ;(connection as Connection).spoilt = true
      }
    },
    destroy: () => pool.end(),
  }
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}
