import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from '../../src/server/storage/kysely/engine.ts'
import { postgres } from '../../src/server/storage/kysely/postgres/engine.ts'
import { sqlite } from '../../src/server/storage/kysely/sqlite/engine.ts'
import { openStorage, type StorageOptions } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { putDatabase, run } from '../support/database.ts'
import { startPostgres } from '../support/postgres.ts'

/** An empty database, which several storages can open, one after the other or at the same time. */
export interface TestDatabase {
  open(options?: Partial<StorageOptions>): Promise<Storage>
  /** The database without a migration: its schema stays as it is. */
  engine(): Promise<Engine>
  /** Gives the next application the number `seq`. The database must have a schema. */
  nextNumber(seq: number): Promise<void>
  remove(): Promise<void>
}

/** Opens an empty storage for one test. */
export type Open = (options?: Partial<StorageOptions>) => Promise<Storage>

interface Started {
  /** A database without a schema: the first `open` creates it. */
  testDatabase(): Promise<TestDatabase>
  /** An empty database with a schema. It is a copy, which needs a third of the CPU of the migrations. */
  migrated(): Promise<TestDatabase>
  stop(): Promise<void>
}

export interface Database {
  readonly name: string
  start(): Promise<Started>
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'kolam-storage-'))

/** The SQLite database of a data folder. */
export const inFolder = (dataDir: string): TestDatabase => ({
  open: (options) => openStorage({ dataDir, ...options }),
  engine: async () => sqlite(dataDir),
  nextNumber: async (seq) => {
    const db = new DatabaseSync(join(dataDir, 'kolam.sqlite'))
    db.exec(`delete from sqlite_sequence where name = 'applications';
        insert into sqlite_sequence (name, seq) values ('applications', ${seq - 1})`)
    db.close()
  },
  remove: async () => rmSync(dataDir, { recursive: true, force: true }),
})

export const onSqlite: Database = {
  name: 'SQLite',
  start: async () => ({
    testDatabase: async () => inFolder(folder()),
    migrated: async () => {
      const dataDir = folder()
      await putDatabase(dataDir)
      return inFolder(dataDir)
    },
    stop: async () => {},
  }),
}

/** The database is removed with its cluster: to drop one takes half as long as to make it. */
const atAddress = (databaseUrl: string): TestDatabase => ({
  open: (options) => openStorage({ dataDir: '', databaseUrl, ...options }),
  engine: () => postgres(databaseUrl, 2),
  nextNumber: (seq) => run(databaseUrl, `select setval(pg_get_serial_sequence('applications', 'seq'), ${seq}, false)`),
  remove: async () => {},
})

export const onPostgres: Database = {
  name: 'PostgreSQL',
  start: async () => {
    const server = await startPostgres()
    const original = await server.database()
    await (await openStorage({ dataDir: '', databaseUrl: original })).close()
    return {
      testDatabase: async () => atAddress(await server.schema()),
      migrated: async () => atAddress(await server.database(original)),
      stop: () => server.remove(),
    }
  },
}
