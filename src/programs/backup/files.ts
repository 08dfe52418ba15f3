import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConfigFault, programCommand } from '../../server/config.ts'
import { fileStamp } from '../../shared/dates.ts'
import { checksumFile } from '../copies/file.ts'

/** Files that `--keep` may delete: backups with a date in their name. */
const isDated = (name: string): boolean => /\d{4}-?\d{2}-?\d{2}/.test(name) && name.endsWith('.sqlite')

const isFolder = (file: string): boolean => existsSync(file) && statSync(file).isDirectory()

/** The file for a backup: `target`, or, if that is a folder, a new file in it with the time in its name. */
export const backupFile = (target: string, now: Date): string =>
  path.resolve(target.endsWith(path.sep) || isFolder(target) ? path.join(target, `kolam-${fileStamp(now)}.sqlite`) : target)

/** Creates the folder of a backup, for this account only. @throws ConfigFault when it cannot be written to */
export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigFault(`${folder} is not writable (${code}). Create it, and make the account that makes backups its owner.`)
  }
}

/** The backups of a folder, newest first, each with the time when it was written. */
const backupsIn = (folder: string): readonly { readonly file: string; readonly at: Date }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => ({ file: path.join(folder, name), at: statSync(path.join(folder, name)).mtime }))
    .sort((a, b) => b.at.getTime() - a.at.getTime())

/** Deletes the dated backups of a folder that were written before `since`. @returns how many */
export function deleteOlder(folder: string, since: Date): number {
  const old = backupsIn(folder).filter(({ file, at }) => at < since && isDated(path.basename(file)))
  for (const { file } of old) for (const name of [checksumFile(file), file]) rmSync(name, { force: true })
  return old.length
}

/**
 * The backup to restore in a rehearsal: `target`, or the newest one in it if it is a folder; without `target`, the last backup.
 * @throws ConfigFault when there is none
 */
export function newestBackup(target: string | undefined, last: string | undefined): string {
  const file = target !== undefined && isFolder(target) ? backupsIn(target)[0]?.file : (target ?? last)
  if (file !== undefined) return path.resolve(file)
  throw new ConfigFault(
    target === undefined ? `No backup was made yet. Run ${programCommand('backup', 'FILE')}` : `No backup was found in ${target}`,
  )
}

/** When root runs the program, switches to the account that owns a folder: the server could not write files that root made there. */
export function actAsOwner(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
