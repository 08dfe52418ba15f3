import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { day, hour } from '../shared/dates.ts'

const state = z.object({
  /** The last backup: when it was made, and where it is. */
  backup: z.object({ at: z.iso.datetime(), file: z.string() }).optional(),
  /** The last rehearsal of a restore. */
  rehearsal: z.object({ at: z.iso.datetime(), isEqual: z.boolean(), result: z.string() }).optional(),
})

/** What is recorded of backups and rehearsals, for the doctor and the desk. */
export type BackupState = Readonly<z.infer<typeof state>>

const fileIn = (dataDir: string): string => path.join(dataDir, 'backups.json')

/** The record in the data folder; empty when there is none, or it cannot be read. */
export function readBackupState(dataDir: string): BackupState {
  try {
    return state.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return {}
  }
}

/** Adds to the record. A backup is valid even when the account may not write here, so a failure is ignored. */
export function recordBackupState(dataDir: string, change: BackupState): void {
  const part = `${fileIn(dataDir)}.part`
  try {
    writeFileSync(part, `${JSON.stringify({ ...readBackupState(dataDir), ...change }, undefined, 2)}\n`, { mode: 0o600 })
    renameSync(part, fileIn(dataDir))
  } catch {
    // the doctor then reports the earlier one
  }
}

/** How good a state is: `warning` means that something should be done, `broken` that something failed. */
type Mark = 'ok' | 'warning' | 'broken'

/** How good the last backup and the last rehearsal are. A backup is made every hour, a rehearsal every week. */
export function backupMarks({ backup, rehearsal }: BackupState, now: Date): { readonly backup: Mark; readonly rehearsal: Mark } {
  const isOlder = (made: { readonly at: string } | undefined, most: number): boolean =>
    made === undefined || now.getTime() - Date.parse(made.at) > most
  return {
    backup: isOlder(backup, 26 * hour) ? 'warning' : 'ok',
    rehearsal: rehearsal?.isEqual === false ? 'broken' : isOlder(rehearsal, 8 * day) ? 'warning' : 'ok',
  }
}
