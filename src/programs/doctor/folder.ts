import { access, constants, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { programCommand } from '../../server/config.ts'
import { diskState, diskWarning, inMB, readDisk } from '../../server/disk/disk.ts'
import { type Replaced, replacedDays } from '../../server/storage/replaced.ts'
import { type BackupState, backupMarks } from '../copies/state.ts'
import { countText, durationText } from '../terminal.ts'
import { broken, type Finding, ok, warning } from './finding.ts'

/**
 * The first file of the folder that the server cannot write to; undefined when there is none. Root may write to every file, so for root the file must belong
 * to the folder's owner.
 */
async function notWritable(folder: string): Promise<string | undefined> {
  const owner = (await stat(folder)).uid
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const isWritable =
      process.getuid?.() === 0
        ? owner === 0 || (await stat(file)).uid === owner
        : await access(file, constants.W_OK).then(
            () => true,
            () => false,
          )
    if (!isWritable) return file
  }
  return undefined
}

/** Whether the data folder is writable and has space. The check writes nothing. */
export async function checkFolder(folder: string): Promise<Finding> {
  const name = 'Data folder'
  try {
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return warning(name, `${folder} does not exist yet; the first start creates it.`)
    if (code === 'EROFS') return broken(name, `${folder} is on a disk that is mounted read-only. Mount it writable.`)
    return broken(name, `${folder} is not writable (${code}). Make the account that runs the server its owner.`)
  }
  const locked = await notWritable(folder)
  if (locked !== undefined)
    return broken(name, `${locked} is not writable for the account that owns ${folder}. Change its owner (chown).`)
  const disk = await readDisk(folder)
  const text = diskWarning(disk)
  if (text === undefined) return ok(name, `${folder} has ${inMB(disk.freeBytes)} of free space.`)
  return (diskState(disk) === 'low' ? warning : broken)(name, text)
}

/** The databases that restores replaced. */
export function checkReplaced(replaced: readonly Replaced[]): readonly Finding[] {
  const [oldest] = replaced
  if (oldest === undefined) return []
  const since = oldest.at.toISOString().slice(0, 10)
  const message = `${countText(replaced.length, 'database')} that a restore replaced, the oldest on ${since} (${oldest.name}). The server deletes each after ${replacedDays} days.`
  return [ok('Replaced', message)]
}

/** The age of the last backup, and the result of the last rehearsal, as recorded. */
export function checkBackups(state: BackupState, now: Date): readonly Finding[] {
  const { backup, rehearsal } = state
  const marks = backupMarks(state, now)
  const ago = ({ at }: { readonly at: string }): string => `${durationText(now.getTime() - Date.parse(at))} ago`
  const last =
    backup === undefined
      ? `This machine has no record of a backup. Run ${programCommand('backup', 'FOLDER/')} every hour (docs/operations.md).`
      : `The last one was made ${ago(backup)}.${marks.backup === 'ok' ? '' : ' Find out why there is no newer one.'}`
  if (backup === undefined) return [warning('Backup', last)]
  return [
    { state: marks.backup, name: 'Backup', message: last },
    { state: marks.rehearsal, name: 'Rehearsal', message: rehearsalText() },
  ]

  function rehearsalText(): string {
    if (rehearsal === undefined) return `No backup was ever restored as a test. Run ${programCommand('rehearse')} every week.`
    return marks.rehearsal === 'warning'
      ? `The last one was ${ago(rehearsal)}. Run ${programCommand('rehearse')} every week.`
      : `${ago(rehearsal)}: ${rehearsal.result}`
  }
}
