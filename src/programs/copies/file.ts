import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { operatorError } from '../../server/database/operator-error.ts'

/** The file with the SHA-256 of a backup, in the format of `sha256sum`. */
export const checksumFile = (file: string): string => `${file}.sha256`

/** The SHA-256 of a file, in hexadecimal digits. */
export async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256')
  const stream = createReadStream(file).on('data', (chunk) => hash.update(chunk))
  await once(stream, 'close')
  return hash.digest('hex')
}

/** The first bytes of every SQLite file. */
const magic = 'SQLite format 3\0'

/** The size of a database in bytes according to its header; undefined when the file is not a database. See sqlite.org/fileformat2.html, section 1.3. */
async function sizeInHeader(file: string): Promise<number | undefined> {
  const handle = await open(file)
  try {
    const header = Buffer.alloc(100)
    const { bytesRead } = await handle.read(header, 0, 100, 0)
    if (bytesRead < 100 || header.toString('latin1', 0, 16) !== magic) return undefined
    const pageSize = header.readUInt16BE(16)
    return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28)
  } finally {
    await handle.close()
  }
}

/**
 * Checks a backup's bytes without opening it as a database.
 * @returns whether there was a checksum to compare
 * @throws AppError with one sentence: it cannot be read, is not a backup, is truncated, or differs from its checksum
 */
export async function checkBackupBytes(file: string): Promise<{ readonly hasChecksum: boolean }> {
  const status = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw operatorError(`${file} cannot be read (${error.code}).`)
  })
  if (!status.isFile()) throw operatorError(`${file} is not a file.`)
  const expected = await sizeInHeader(file).catch((error: NodeJS.ErrnoException) => {
    throw operatorError(`${file} cannot be read (${error.code}).`)
  })
  if (expected === undefined) throw operatorError(`${file} is not a backup: it is not a SQLite database.`)
  if (status.size < expected) throw operatorError(`${file} is truncated: it has ${status.size} of its ${expected} bytes.`)
  if (!existsSync(checksumFile(file))) return { hasChecksum: false }
  const [recorded] = (await readFile(checksumFile(file), 'utf8')).trim().split(/\s+/)
  if (recorded !== (await checksum(file)))
    throw operatorError(`${file} was damaged: it differs from its checksum in ${path.basename(checksumFile(file))}.`)
  return { hasChecksum: true }
}

/** The numbers of applications and files in a backup. */
export interface BackupCounts {
  readonly applications: number
  readonly files: number
}

/**
 * Checks every page and every reference of a copy that no other process has open.
 * @throws AppError with one sentence: it is another program's database, or damaged
 */
export function checkStructure(file: string, name = file): BackupCounts {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { readOnly: true })
    const first = (sql: string): unknown => Object.values(db?.prepare(sql).get() ?? {})[0]
    const tables = first(`select count(*) from sqlite_schema where name in ('applications', 'files', 'migrations')`)
    if (tables !== 3) throw operatorError(`${name} is not a backup: it is a database of another program.`)
    const result = first('pragma integrity_check')
    if (result !== 'ok') throw operatorError(`${name} was damaged: ${String(result).replaceAll('\n', ' ')}.`)
    if (first('pragma foreign_key_check') !== undefined)
      throw operatorError(`${name} was damaged: a row refers to another one that is missing.`)
    return {
      applications: Number(first('select count(*) from applications')),
      files: Number(first('select count(*) from files')),
    }
  } catch (error) {
    if (error instanceof Error && (error as { code?: string }).code === 'ERR_SQLITE_ERROR')
      throw operatorError(`${name} was damaged: ${error.message}.`)
    throw error
  } finally {
    db?.close()
  }
}
