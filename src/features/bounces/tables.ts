import type { Stored } from '../../server/database/stored.ts'
import { marks } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** The last thing known about letters to an address of an application. `kind`: bounce, complaint or delivered. */
    bounces: { application_id: string; email_key: string; kind: string; at: number; reason: string }
  }
}

export const stored: Stored = { marks }
