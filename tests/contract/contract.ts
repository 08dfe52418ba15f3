import { describe } from 'vitest'
import { adding } from './adding.ts'
import { changing } from './changing.ts'
import { confirmations } from './confirmations.ts'
import { counting } from './counting.ts'
import type { Database } from './databases.ts'
import { editing } from './editing.ts'
import { erasing } from './erasing.ts'
import { exporting } from './exporting.ts'
import { facts } from './facts.ts'
import { listing } from './listing.ts'
import { matching } from './matching.ts'
import { news } from './news.ts'
import { onDatabase } from './on-database.ts'
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
import { upgrading } from './upgrading.ts'
import { withdrawing } from './withdrawing.ts'

/** All tests of the storage contract, for one database. */
export const contract = (database: Database): void =>
  onDatabase(database, ({ fresh, testDatabase }) => {
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
    describe('facts', () => facts(fresh))
    describe('counting', () => counting(fresh))
    describe('news', () => news(fresh))
    describe('the outbox', () => outbox(fresh))
    describe('confirmations', () => confirmations(fresh))
    describe('settings', () => settings(fresh))
    describe('shared drafts', () => sharing(fresh))
    describe('editing', () => editing(fresh))
    describe('signing in', () => signingIn(fresh))
    describe('persistence', () => staying(testDatabase))
    describe('upgrading', () => upgrading(testDatabase))
  })
