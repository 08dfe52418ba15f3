import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConfigFault } from '../../config.ts'
import { checksumFile } from '../../storage/backups/file.ts'
import { stamp } from '../../storage/backups/stage.ts'

/** Files that `--keep` may delete: backups with a date in their name. */
const isDated = (name: string): boolean => /\d{4}-?\d{2}-?\d{2}.*\.sqlite$/.test(name)

const isFolder = (file: string): boolean => existsSync(file) && statSync(file).isDirectory()

/** The file that a backup is written to: `target`, or, when it is a folder, a new file in it that is named by the moment. */
export const backupFile = (target: string, now: Date): string =>
  path.resolve(target.endsWith(path.sep) || isFolder(target) ? path.join(target, `kolam-${stamp(now)}.sqlite`) : target)

/** Makes the folder of a backup, for this account alone. @throws ConfigFault when it cannot be written to */
export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigFault(`${folder} cannot be written to (${code}). Make it, and give it to the account that makes backups.`)
  }
}

/** The backups of a folder, the newest first: paths, and when each was written. */
const backupsIn = (folder: string): readonly { readonly file: string; readonly at: Date }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => ({ file: path.join(folder, name), at: statSync(path.join(folder, name)).mtime }))
    .sort((a, b) => b.at.getTime() - a.at.getTime())

/** Deletes the dated backups of a folder that were written before `since`; how many. */
export function deleteOlder(folder: string, since: Date): number {
  const old = backupsIn(folder).filter(({ file, at }) => at < since && isDated(path.basename(file)))
  for (const { file } of old) for (const name of [checksumFile(file), file]) rmSync(name, { force: true })
  return old.length
}

/**
 * The backup to restore in a rehearsal: `target`, the newest of a folder, or without one the last that was made.
 * @throws ConfigFault when there is none
 */
export function newestBackup(target: string | undefined, last: string | undefined): string {
  const file = target !== undefined && isFolder(target) ? backupsIn(target)[0]?.file : (target ?? last)
  if (file !== undefined) return path.resolve(file)
  throw new ConfigFault(
    target === undefined ? 'No backup was made yet: npm run backup -- FILE' : `There is no backup in ${target}`,
  )
}

/**
 * Goes on as the account that owns a folder, when root runs this: what root wrote there, the server could not write. Without effect for other accounts.
 */
export function actAsOwner(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
