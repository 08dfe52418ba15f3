import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openStorage } from '../../src/server/storage/open.ts'

/** The database of a server in a test. */
export interface TestDatabase {
  /** Undefined: SQLite in the server's data folder. */
  readonly url: string | undefined
  remove(): Promise<void>
}

let made = 0

/** Runs one statement over a new connection. */
export async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The file of an empty SQLite database with a schema. */
async function schemaFile(): Promise<Buffer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'kolam-schema-'))
  await (await openStorage({ dataDir })).close()
  const file = await readFile(path.join(dataDir, 'kolam.sqlite'))
  await rm(dataDir, { recursive: true })
  return file
}

/** Creates an empty database with a schema in the run's PostgreSQL. Returns its name. */
async function schemaDatabase(postgres: string): Promise<string> {
  const name = `schema_${process.pid}`
  await run(postgres, `create database ${name}`)
  await (await openStorage({ dataDir: '', databaseUrl: addressOf(postgres, name) })).close()
  return name
}

function addressOf(postgres: string, name: string): string {
  const url = new URL(postgres)
  url.pathname = `/${name}`
  return url.href
}

/** The originals of this worker. To copy one takes a third of the CPU of the migrations. */
let originalFile: Promise<Buffer> | undefined
let originalDatabase: Promise<string> | undefined

/** Puts an empty SQLite database with a schema into a new data folder. */
export async function putDatabase(dataDir: string): Promise<void> {
  originalFile ??= schemaFile()
  await writeFile(path.join(dataDir, 'kolam.sqlite'), await originalFile, { mode: 0o600 })
}

/** A new, empty database of the kind that this run tests: SQLite, which is created by the server, or one in the run's PostgreSQL, with a schema. */
export async function testDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) return { url: undefined, remove: async () => {} }
  originalDatabase ??= schemaDatabase(postgres)
  const original = await originalDatabase
  made += 1
  const name = `test_${process.pid}_${made}`
  await run(postgres, `create database ${name} template ${original}`)
  return { url: addressOf(postgres, name), remove: () => run(postgres, `drop database ${name} with (force)`) }
}
