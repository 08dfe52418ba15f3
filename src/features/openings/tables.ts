import type { Stored } from '../../server/database/stored.ts'
import { addresses, carriedOver, sweep } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** The subscriptions. `queued_for`: the cohort whose letter is queued. */
    subscriptions: {
      id: string
      email: string
      email_key: string
      created_at: number
      confirmed_at: number | null
      queued_for: string | null
    }
  }
}

export const stored: Stored = { addresses, sweep, carriedOver }
