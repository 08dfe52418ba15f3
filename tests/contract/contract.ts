import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { Storage } from '../../src/server/storage/port.ts'
import { adding } from './adding.ts'
import { changing } from './changing.ts'
import { confirmations } from './confirmations.ts'
import { counting } from './counting.ts'
import type { Database, Open, TestDatabase } from './databases.ts'
import { editing } from './editing.ts'
import { erasing } from './erasing.ts'
import { exporting } from './exporting.ts'
import { insights } from './insights.ts'
import { listing } from './listing.ts'
import { matching } from './matching.ts'
import { news } from './news.ts'
import { ordering } from './ordering.ts'
import { outbox } from './outbox.ts'
import { quarantining } from './quarantining.ts'
import { relating } from './relating.ts'
import { revising } from './revising.ts'
import { searching } from './searching.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { signingIn } from './signing-in.ts'
import { staying } from './staying.ts'
import { subscribing } from './subscribing.ts'
import { upgrading } from './upgrading.ts'
import { withdrawing } from './withdrawing.ts'

/** All tests of the storage contract, for one database. */
export const contract = ({ name, start }: Database): unknown =>
  describe(`the storage on ${name}`, () => {
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
    const testDatabase = async (): Promise<TestDatabase> => registered(await running.testDatabase())
    const fresh: Open = async (options) => registered(await running.migrated()).open(options)

    describe('adding', () => adding(fresh))
    describe('changing', () => changing(fresh))
    describe('revising', () => revising(fresh))
    describe('withdrawing', () => withdrawing(fresh))
    describe('quarantining', () => quarantining(fresh))
    describe('erasing', () => erasing(fresh))
    describe('listing', () => listing(fresh))
    describe('ordering', () => ordering(fresh))
    describe('exporting', () => exporting(fresh))
    describe('relating', () => relating(fresh))
    describe('searching', () => searching(fresh))
    describe('matching', () => matching(testDatabase))
    describe('insights', () => insights(fresh))
    describe('counting', () => counting(fresh))
    describe('news', () => news(fresh))
    describe('the outbox', () => outbox(fresh))
    describe('confirmations', () => confirmations(fresh))
    describe('settings', () => settings(fresh))
    describe('shared drafts', () => sharing(fresh))
    describe('subscribing', () => subscribing(fresh))
    describe('editing', () => editing(fresh))
    describe('signing in', () => signingIn(fresh))
    describe('persistence', () => staying(testDatabase))
    describe('upgrading', () => upgrading(testDatabase))
  })
