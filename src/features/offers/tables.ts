import type { Stored } from '../../server/database/stored.ts'
import { carryOffers, marks } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** The texts of the deals that were offered. `sentences`: JSON. */
    offer_deals: { cohort: string; hash: string; version: number; sentences: string }
    /** `answer`: none, taken, declined or ended. */
    offers: {
      application_id: string
      id: string
      cohort: string
      hash: string
      people: string
      decided_at: number | null
      offered_at: number
      offered_by: string
      ends_at: number
      answer: string
      answered_at: number | null
      words: string
      sheet: string
    }
  }
}

export const stored: Stored = { marks, marksOfCohort: true, carriedOver: carryOffers }
