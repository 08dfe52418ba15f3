import { access, constants, statfs } from 'node:fs/promises'
import { day, hour } from '../../../shared/dates.ts'
import type { BackupState } from '../backup/state.ts'
import { broken, durationText, type Finding, ok, warning } from './finding.ts'

const MB = 1024 * 1024

/** Whether the data folder is writable and has space. The check writes nothing. */
export async function checkFolder(folder: string): Promise<Finding> {
  const name = 'Data folder'
  try {
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return warning(name, `${folder} is not there yet; the first start makes it.`)
    if (code === 'EROFS')
      return broken(name, `${folder} is on a disk that is mounted read-only. Mount it so that it can be written to.`)
    return broken(name, `${folder} cannot be written to (${code}). Give it to the account that runs the server.`)
  }
  const { bavail, bsize } = await statfs(folder)
  const freeMB = Math.floor((bavail * bsize) / MB)
  const has = `${folder} has room for ${freeMB.toLocaleString('en')} MB`
  if (freeMB < 64) return broken(name, `${has}; under 64 MB no submission is taken. Make room on the disk.`)
  if (freeMB < 1024) return warning(name, `${has}. Make room on the disk before it is full.`)
  return ok(name, `${has}.`)
}

/** The age of the last backup, and the result of the last rehearsal of a restore, as both programs recorded them. */
export function checkBackups({ backup, rehearsal }: BackupState, now: Date): readonly Finding[] {
  if (backup === undefined)
    return [warning('Backup', 'None is known of. Run npm run backup -- FOLDER/ every hour (docs/operations.md).')]
  const age = now.getTime() - Date.parse(backup.at)
  const made = `The last one was made ${durationText(age)} ago`
  const last = age > 26 * hour ? warning('Backup', `${made}. See why no newer one was made.`) : ok('Backup', `${made}.`)
  return [last, checkRehearsal(rehearsal, now)]
}

function checkRehearsal(rehearsal: BackupState['rehearsal'], now: Date): Finding {
  const name = 'Rehearsal'
  if (rehearsal === undefined) return warning(name, 'No backup was ever restored. Run npm run rehearse every week.')
  const age = now.getTime() - Date.parse(rehearsal.at)
  if (!rehearsal.isEqual) return broken(name, `${durationText(age)} ago: ${rehearsal.result}`)
  if (age > 8 * day) return warning(name, `The last one was ${durationText(age)} ago. Run npm run rehearse every week.`)
  return ok(name, `${durationText(age)} ago: ${rehearsal.result}`)
}
