import type { Stored } from '../../server/database/stored.ts'
import { sweep } from './store.ts'

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** See `SharedDrafts`; `id_hash`: SHA-256; `opened`: 1 after a second device has read it; `network`: a keyed hash of the one that began it. */
    shared_drafts: { id_hash: string; revision: number; sealed: Uint8Array; saved_at: number; opened: number; network: string }
  }
}

export const stored: Stored = { sweep, leftBehind: ['shared_drafts'] }
