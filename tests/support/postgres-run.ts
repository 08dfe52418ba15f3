import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of this run's PostgreSQL; undefined when the tests run on SQLite. */
    postgres: string | undefined
  }
}

/** Starts one PostgreSQL for all tests of a run. Each server of a test gets a separate database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgres', await server.database())
  return () => server.remove()
}
