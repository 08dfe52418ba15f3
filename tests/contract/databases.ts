import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from '../../src/server/storage/kysely/engine.ts'
import { postgres } from '../../src/server/storage/kysely/postgres/engine.ts'
import { sqlite } from '../../src/server/storage/kysely/sqlite/engine.ts'
import { openStorage, type StorageOptions } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { run } from '../support/database.ts'
import { startPostgres } from '../support/postgres.ts'

/** An empty place to keep things, to be opened once or again, or by several at a time. */
export interface TestDatabase {
  open(options?: Partial<StorageOptions>): Promise<Storage>
  /** The database itself, as it was left: its schema is not brought up to date. */
  engine(): Promise<Engine>
  /** Makes the next application the `seq`th, as if so many had come before. It has been opened before. */
  nextNumber(seq: number): Promise<void>
  remove(): Promise<void>
}

/** Opens an empty storage for one test. */
export type Open = (options?: Partial<StorageOptions>) => Promise<Storage>

export interface Database {
  readonly name: string
  start(): Promise<{ testDatabase(): Promise<TestDatabase>; stop(): Promise<void> }>
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'kolam-storage-'))

export const onSqlite: Database = {
  name: 'SQLite',
  start: async () => ({
    testDatabase: async () => {
      const dataDir = folder()
      return {
        open: (options) => openStorage({ dataDir, ...options }),
        engine: async () => sqlite(dataDir),
        nextNumber: async (seq) => {
          const db = new DatabaseSync(join(dataDir, 'kolam.sqlite'))
          db.exec(`delete from sqlite_sequence where name = 'applications';
              insert into sqlite_sequence (name, seq) values ('applications', ${seq - 1})`)
          db.close()
        },
        remove: async () => rmSync(dataDir, { recursive: true, force: true }),
      }
    },
    stop: async () => {},
  }),
}

export const onPostgres: Database = {
  name: 'PostgreSQL',
  start: async () => {
    const server = await startPostgres()
    return {
      testDatabase: async () => {
        const databaseUrl = await server.schema()
        return {
          open: (options) => openStorage({ dataDir: '', databaseUrl, ...options }),
          engine: () => postgres(databaseUrl, 2),
          nextNumber: (seq) => run(databaseUrl, `select setval(pg_get_serial_sequence('applications', 'seq'), ${seq}, false)`),
          remove: async () => {},
        }
      },
      stop: () => server.remove(),
    }
  },
}
