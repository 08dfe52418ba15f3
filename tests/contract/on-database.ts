import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { Storage } from '../../src/server/storage/port.ts'
import { type Database, type Open, onPostgres, onSqlite, type TestDatabase } from './databases.ts'

interface Databases {
  /** Opens an empty storage. It is closed after the test. */
  readonly fresh: Open
  /** A database without a schema. */
  testDatabase(): Promise<TestDatabase>
}

/** Tests of one database. */
export const onDatabase = ({ name, start }: Database, tests: (databases: Databases) => void): void =>
  void describe(`the storage on ${name}`, () => {
    let running: Awaited<ReturnType<typeof start>>
    const places: TestDatabase[] = []
    const open: Storage[] = []

    beforeAll(async () => {
      running = await start()
    })
    afterEach(async () => {
      for (const storage of open.splice(0)) await storage.close()
      for (const testDatabase of places.splice(0)) await testDatabase.remove()
    })
    afterAll(() => running.stop())

    const registered = (made: TestDatabase): TestDatabase => {
      places.push(made)
      return {
        ...made,
        open: async (options) => {
          const storage = await made.open(options)
          open.push(storage)
          return storage
        },
      }
    }
    tests({
      testDatabase: async () => registered(await running.testDatabase()),
      fresh: async (options) => registered(await running.migrated()).open(options),
    })
  })

/** The tests of a feature's store, on both databases. */
export const onBothDatabases = (tests: (open: Open) => void): void => {
  for (const database of [onSqlite, onPostgres]) onDatabase(database, ({ fresh }) => tests(fresh))
}
