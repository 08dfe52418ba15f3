import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Engine } from '../../src/server/database/engine.ts'
import { postgres } from '../../src/server/database/postgres/engine.ts'
import { sqlite } from '../../src/server/database/sqlite/engine.ts'
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
  /** An empty database with a schema. */
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

const atAddress = (databaseUrl: string, remove = async (): Promise<void> => {}): TestDatabase => ({
  open: (options) => openStorage({ dataDir: '', databaseUrl, ...options }),
  engine: () => postgres(databaseUrl, 2),
  nextNumber: (seq) => run(databaseUrl, `select setval(pg_get_serial_sequence('applications', 'seq'), ${seq}, false)`),
  remove,
})

/** Makes every table and sequence what it was when the copies were made. */
const reset = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from public.%I', name);
    execute format('insert into public.%I select * from copies.%I', name, name);
  end loop;
  for name in select sequencename from pg_sequences where schemaname = 'public' loop
    perform setval(format('public.%I', name), 1, false);
  end loop;
end $$`
const copy = `do $$ declare name text; begin
  create schema copies;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table copies.%I as table public.%I', name, name);
  end loop;
end $$`

export const onPostgres: Database = {
  name: 'PostgreSQL',
  start: async () => {
    const server = await startPostgres()
    /** Databases with a schema, with a connection. To empty one takes a fifth of the CPU of making one. */
    const empty: { readonly databaseUrl: string; readonly client: pg.Client }[] = []
    const clients: pg.Client[] = []
    const make = async () => {
      const databaseUrl = await server.database()
      await (await openStorage({ dataDir: '', databaseUrl })).close()
      const client = new pg.Client({ connectionString: databaseUrl })
      clients.push(client)
      await client.connect()
      await client.query(copy)
      return { databaseUrl, client }
    }
    return {
      testDatabase: async () => atAddress(await server.schema()),
      migrated: async () => {
        const made = empty.pop() ?? (await make())
        return atAddress(made.databaseUrl, async () => {
          await made.client.query(reset)
          empty.push(made)
        })
      },
      stop: async () => {
        for (const client of clients) await client.end()
        await server.remove()
      },
    }
  },
}
