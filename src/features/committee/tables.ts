import type { Stored } from '../../server/database/stored.ts'
import { endOtherSecrets, openSecrets } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** The rounds of committees; `with_names`: 1 when members see names and files. */
    committee_rounds: {
      id: string
      title: string
      with_names: number
      created_at: number
      ends_at: number
      ended_at: number | null
    }
    committee_applications: { round_id: string; application_id: string; position: number }
    committee_members: {
      id: string
      round_id: string
      name: string
      email: string
      generation: number
      secret_hash: string
      opened_at: number | null
      ended_at: number | null
    }
    /** `revision`: 0 while the member has only opened the application. */
    committee_reviews: {
      member_id: string
      application_id: string
      revision: number
      score: number | null
      comment: string
      conflict: number
      read_at: number | null
      saved_at: number | null
    }
  }
}

export const stored: Stored = {
  async carriedOver(db) {
    const open = await openSecrets(db)
    return { ids: open, apply: (engine, at) => endOtherSecrets(engine, open, at) }
  },
}
