import pg from 'pg'
import { inject } from 'vitest'

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

/** A new, empty database of the kind that this run tests: SQLite, or one in the run's PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) return { url: undefined, remove: async () => {} }
  made += 1
  const name = `test_${process.pid}_${made}`
  await run(postgres, `create database ${name}`)
  const url = new URL(postgres)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => run(postgres, `drop database ${name} with (force)`) }
}
