import type { Stored } from '../../server/database/stored.ts'
import { carryCards, unnamed } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** `consent`: given, withheld or ended. `texts`: JSON, as the founder corrected them. `drafted_as`: the names in drafts of the site, a line each. */
    cards: {
      application_id: string
      consent: string
      texts: string
      at: number
      drafted_as: string
      drafted_at: number | null
    }
  }
}

export const stored: Stored = { unnamed, carriedOver: carryCards }
