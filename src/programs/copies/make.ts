import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { migrate } from '../../server/database/migrations/apply.ts'
import { operatorError } from '../../server/database/operator-error.ts'
import { postgres } from '../../server/database/postgres/engine.ts'
import { type Source, serverKeyName } from '../../server/database/server-key.ts'
import { sqlite } from '../../server/database/sqlite/engine.ts'
import { leftBehind } from '../../server/database/stored.ts'
import { type BackupCounts, checkStructure, checksum, checksumFile } from './file.ts'
import { copySnapshot } from './snapshot.ts'

async function copySqlite(dataDir: string, to: string): Promise<void> {
  const source = new DatabaseSync(path.join(dataDir, 'kolam.sqlite'), { readOnly: true, timeout: 5000 })
  try {
    // All pages in one step: concurrent writes go to the write-ahead log and do not wait.
    await backup(source, to, { rate: 2 ** 30 })
  } finally {
    source.close()
  }
}

/** Deletes what is in no backup, not even in free pages: what only the holders of a link may read, and the key that protects the record of deletions. */
function removeSecrets(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('pragma secure_delete = on')
    const hasTable = copy.prepare('select 1 from sqlite_schema where name = ?')
    for (const table of leftBehind()) if (hasTable.get(table) !== undefined) copy.exec(`delete from ${table}`)
    if (hasTable.get('settings') !== undefined) copy.prepare('delete from settings where key = ?').run(serverKeyName)
  } finally {
    copy.close()
  }
}

/** Copies PostgreSQL into a SQLite file, so that backups of both databases have one format. */
async function copyPostgres(databaseUrl: string, to: string): Promise<void> {
  const folder = `${to}.folder`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  try {
    const source = await postgres(databaseUrl, 1)
    try {
      const target = sqlite(folder)
      try {
        await migrate(target, new Date())
        await copySnapshot(source, target)
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
    renameSync(path.join(folder, 'kolam.sqlite'), to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Makes a backup while servers run. The copy gets its name only after it is checked; its SHA-256 is in a file next to it.
 * @throws AppError with a message for the operator: there is no database, it does not respond, or the copy is not complete
 */
export async function makeBackup({ dataDir, databaseUrl }: Source, file: string): Promise<BackupCounts> {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'kolam.sqlite')))
    throw operatorError(`No database was found in ${dataDir}`)
  const part = `${file}.part`
  const clear = (): void => {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${ending}`, { force: true })
  }
  clear()
  try {
    await (databaseUrl === undefined ? copySqlite(dataDir, part) : copyPostgres(databaseUrl, part))
    removeSecrets(part)
    const counts = checkStructure(part, 'The copy')
    writeFileSync(checksumFile(file), `${await checksum(part)}  ${path.basename(file)}\n`)
    renameSync(part, file)
    return counts
  } catch (error) {
    rmSync(checksumFile(file), { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_SQLITE_ERROR' && code !== 'ENOSPC') throw error
    throw operatorError(`${file} could not be written: ${message}.`)
  } finally {
    clear()
  }
}
