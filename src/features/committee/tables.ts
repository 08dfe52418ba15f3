import type { Stored } from '../../server/database/stored.ts'

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

export const stored: Stored = {}
