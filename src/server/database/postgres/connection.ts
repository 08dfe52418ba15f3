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
import { hour, second } from '../../../shared/dates.ts'
import { planned } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { postgresFault, sqlState } from './fault.ts'

/** The limit of prepared statements per connection. Others are planned at each execution. */
const maxPrepared = 200
const statementMs = 15 * second

/** With this statement a transaction switches its timeout off, for a migration of many rows. */
const withoutTimeout = 'set local statement_timeout = 0'
const longQueryMs = 24 * hour

/** The driver returns bigint and numeric as text by default. Ours are times and counts, all below 2^53. */
const asNumber = new Set([20, 1700])

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly #names: Map<string, string>
  /** Set when the connection may have an open transaction or a stale plan: it is not used again. */
  isBroken = false
  #hasNoTimeout = false

  constructor(client: pg.PoolClient, names: Map<string, string>) {
    this.client = client
    this.#names = names
  }

  async executeQuery<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    try {
      let name = this.#names.get(sql)
      if (name === undefined && this.#names.size < maxPrepared && !sql.startsWith(planned)) {
        name = `s${this.#names.size}`
        this.#names.set(sql, name)
      }
      if (sql === withoutTimeout) this.#hasNoTimeout = true
      const { rows, rowCount, command } = await this.client.query({
        name,
        text: sql,
        values: [...parameters],
        ...(this.#hasNoTimeout && { query_timeout: longQueryMs }),
      })
      if (sql === 'commit' && command === 'ROLLBACK') throw new Error('the transaction was rolled back')
      return { rows, numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) }
    } catch (error) {
      // "cached plan must not change result type": the schema has changed under this connection.
      if (sqlState(error) === '0A000' || sqlState(error) === undefined) this.isBroken = true
      throw postgresFault(error)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires the method; nothing here streams, long reads go page by page
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('no streams: read page by page')
  }
}

const run = async (connection: DatabaseConnection, sql: string): Promise<void> => {
  await (connection as Connection).executeQuery({ sql, parameters: [] })
}

/** The URL with our name for its connections: a setting in the URL would replace a name that is given next to it. */
function named(url: string, name: string): string {
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  return address.href
}

/** Kysely on a pool of connections, which the database lists under `name`. The next call replaces a broken connection. */
export function kyselyOver(url: string, poolSize: number, name: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: named(url, name),
    max: poolSize,
    connectionTimeoutMillis: 5 * second,
    statement_timeout: statementMs,
    // For a server that no longer responds: its own timeout does not work then.
    query_timeout: statementMs + 5 * second,
    idle_in_transaction_session_timeout: 2 * statementMs,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        asNumber.has(oid) ? (value: string) => Number(value) : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // Without listeners, the error event of a broken connection would end the process. The next call on the connection fails in any case.
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
      const { client, isBroken } = connection as Connection
      client.release(isBroken)
    },
    beginTransaction: (connection) => run(connection, 'begin'),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: async (connection) => {
      try {
        await run(connection, 'rollback')
      } catch {
        // Without a connection the server rolls back automatically. The caller gets the error that made us roll back.
        ;(connection as Connection).isBroken = true
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
