import { chmodSync, copyFileSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from '../../server/database/engine.ts'
import { compareSchema, migrate } from '../../server/database/migrations/apply.ts'
import { operatorError } from '../../server/database/operator-error.ts'
import type { Source } from '../../server/database/server-key.ts'
import { sqlite } from '../../server/database/sqlite/engine.ts'
import { deleteMove, type Move, readMove } from '../../server/storage/moved-to.ts'
import { readFolder } from '../../server/storage/read-only.ts'
import { checkBackupBytes, checkStructure } from './file.ts'
import * as staging from './staging.ts'

/** A backup as a separate open database, with this program's schema. The present data is not touched. */
interface Staged {
  readonly engine: Engine
  /** The folder of its SQLite database. */
  readonly folder: string
  readonly hasChecksum: boolean
  /** Undefined unless the backup is of a database whose data had been moved to PostgreSQL. The copy is not marked as moved. */
  readonly move: Move | undefined
  /** Closes it; its file or schema stays. */
  close(): Promise<void>
  /** Closes and deletes it. */
  discard(): Promise<void>
}

/** Free bytes that must remain after a copy: with less, the server takes no files. */
const reserve = 256 * 1024 * 1024

/** @throws AppError when the disk has too little space for a copy of `file` in `folder` */
function requireSpace(folder: string, file: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = statSync(file).size + reserve
  if (bavail * bsize < needed)
    throw operatorError(
      `${folder} has too little free space for a copy of the backup: ${Math.ceil(needed / 2 ** 20)} MB are needed. Nothing was changed.`,
    )
}

/** @throws AppError when a newer program made the database in `folder` */
async function refuseNewer(folder: string, file: string): Promise<void> {
  const opened = readFolder(folder)
  try {
    const { unknown } = opened === undefined ? { unknown: [] } : await compareSchema(opened.db)
    if (unknown.length > 0)
      throw operatorError(
        `${file} was made by a newer version of this program (with ${unknown.join(', ')}). Restore it with that version.`,
      )
  } finally {
    await opened?.close()
  }
}

/**
 * Copies a backup into a temporary folder of the data folder, checks it there, and opens it. With PostgreSQL it is then copied into a separate schema.
 * @param name the temporary folder; the remains of an interrupted run are deleted
 * @throws AppError with one sentence for a backup that cannot be used
 */
export async function stageBackup({ dataDir, databaseUrl }: Source, file: string, name: string): Promise<Staged> {
  const { hasChecksum } = await checkBackupBytes(file)
  const folder = path.join(dataDir, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    requireSpace(folder, file)
    const copy = path.join(folder, 'kolam.sqlite')
    copyFileSync(file, copy)
    chmodSync(copy, 0o600)
    checkStructure(copy, file)
    await refuseNewer(folder, file)
    const local = sqlite(folder)
    try {
      const move = await readMove(local.read)
      await deleteMove(local)
      await migrate(local, new Date())
      const checked = { folder, hasChecksum, move }
      if (databaseUrl === undefined)
        return { ...checked, engine: local, close: local.close, discard: () => local.close().then(removeFolder) }
      const { engine } = await staging.stage(local, databaseUrl)
      await local.close()
      const discard = async (): Promise<void> => {
        await engine.close()
        await staging.dropStaging(databaseUrl)
        removeFolder()
      }
      return { ...checked, engine, close: engine.close, discard }
    } catch (error) {
      await local.close()
      throw error
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}
