import { type Dialect, type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Connection } from './connection.ts'

const transactionsElsewhere = async (): Promise<never> => {
  throw new Error('transactions on SQLite go through write()')
}

/** Kysely on one connection. It needs no lock: reads are synchronous, and the writer queues writes. */
export function kyselyOver(connection: Connection): Kysely<Tables> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: transactionsElsewhere,
    commitTransaction: transactionsElsewhere,
    rollbackTransaction: transactionsElsewhere,
    destroy: async () => connection.close(),
  }
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}
