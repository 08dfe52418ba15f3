import type { Stored } from '../../server/database/stored.ts'
import { carriedOver } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** The tokens of the admin's own programs; `hash`: SHA-256. */
    script_tokens: {
      id: string
      email: string
      name: string
      hash: string
      created_at: number
      used_at: number | null
    }
  }
}

export const stored: Stored = { carriedOver }
