import type { Stored } from '../../server/database/stored.ts'
import { carriedOver, locked, sweep } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** Deleted applications that stay under lock. `content`: their rows by table, as JSON; `opened`: who has read them, as JSON. */
    locked_applications: { id: string; deleted_at: number; content: string; opened: string }
  }
}

export const stored: Stored = { locked, large: [['locked_applications', 'id']], sweep, carriedOver }
