import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run's PostgreSQL is; undefined where the tests run on SQLite. */
    postgres: string | undefined
  }
}

/** One PostgreSQL for all tests of a run; each server that a test starts gets a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgres', await server.database())
  return () => server.remove()
}
