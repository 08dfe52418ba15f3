import type { Account } from '../applications/accounts.ts'

/** The last backup or rehearsal of a restore. */
export interface BackupRecord {
  /** `warning`: there is none, or it is old. `broken`: the restored copy differed, or could not be restored. */
  readonly mark: 'ok' | 'warning' | 'broken'
  /** ISO 8601; null if this machine has no record of one. */
  readonly at: string | null
  /** The file name of a backup, or the result of a rehearsal as a sentence; empty if there is no record. */
  readonly text: string
}

export interface AccountsResponse {
  readonly success: true
  /** Null before the first check. */
  readonly account: Account | null
  readonly backup: BackupRecord
  readonly rehearsal: BackupRecord
}
