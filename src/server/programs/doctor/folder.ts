import { access, constants, readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { hour } from '../../../shared/dates.ts'
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

/** The age of the last backup, from the file that `npm run backup` writes. */
export async function checkBackup(folder: string, onPostgres: boolean, now: Date): Promise<Finding> {
  const name = 'Backup'
  if (onPostgres) return ok(name, 'PostgreSQL is backed up by its own means, which are not seen from here.')
  const at = new Date((await readFile(path.join(folder, 'last-backup'), 'utf8').catch(() => '')).trim())
  if (Number.isNaN(at.getTime()))
    return warning(name, 'None is known of. Run npm run backup -- FILE every hour (docs/operations.md).')
  const age = now.getTime() - at.getTime()
  const says = `The last one was made ${durationText(age)} ago`
  return age > 26 * hour ? warning(name, `${says}. See why no newer one was made.`) : ok(name, `${says}.`)
}
