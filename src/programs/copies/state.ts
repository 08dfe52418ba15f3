import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { day, hour, longTime } from '../../shared/dates.ts'

const state = z.object({
  /** The time and file of the last backup. */
  backup: z.object({ at: z.iso.datetime(), file: z.string() }).optional(),
  /** The last rehearsal of a restore. */
  rehearsal: z.object({ at: z.iso.datetime(), isEqual: z.boolean(), result: z.string() }).optional(),
})

/** The last backup and rehearsal, for the doctor and the desk. */
export type BackupState = Readonly<z.infer<typeof state>>

const fileIn = (dataDir: string): string => path.join(dataDir, 'backups.json')

/** Reads the state from the data folder; empty when there is none, or it cannot be read. */
export function readBackupState(dataDir: string): BackupState {
  try {
    return state.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return {}
  }
}

/** Changes the stored state. A failure is ignored, because a backup is valid even if its user cannot write to the data folder. */
export function recordBackupState(dataDir: string, change: BackupState): void {
  const part = `${fileIn(dataDir)}.part`
  try {
    writeFileSync(part, `${JSON.stringify({ ...readBackupState(dataDir), ...change }, undefined, 2)}\n`, { mode: 0o600 })
    renameSync(part, fileIn(dataDir))
  } catch {
    // The doctor then reports the earlier state.
  }
}

/** `warning`: something should be done. `broken`: something failed. */
type Mark = 'ok' | 'warning' | 'broken'

/** The marks of the last backup and the last rehearsal. A backup is expected every hour, a rehearsal every week. One that is ahead is of a clock that was wrong. */
export function backupMarks({ backup, rehearsal }: BackupState, now: Date): { readonly backup: Mark; readonly rehearsal: Mark } {
  const ageMark = (last: { readonly at: string } | undefined, maxAgeMs: number): Mark =>
    last === undefined || Math.abs(now.getTime() - Date.parse(last.at)) > maxAgeMs ? 'warning' : 'ok'
  return {
    backup: ageMark(backup, 26 * hour),
    rehearsal: rehearsal?.isEqual === false ? 'broken' : ageMark(rehearsal, 8 * day),
  }
}

/**
 * What the desk and the morning letter say when there is no hourly backup; undefined while there is.
 * @param isExpected whether this machine should have made one: otherwise nothing is said where it never did
 */
export function backupWarning(state: BackupState, now: Date, isExpected: boolean): string | undefined {
  if (state.backup === undefined)
    return isExpected ? 'No backup was made yet. There should be one every hour (docs/operations.md).' : undefined
  return backupMarks(state, now).backup === 'ok'
    ? undefined
    : `The last backup was made on ${longTime(new Date(state.backup.at))}. There should be one every hour: find out why it stopped.`
}
