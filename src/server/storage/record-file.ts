import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Engine } from './kysely/engine.ts'
import { eraseRecorded } from './kysely/persons/erase-recorded.ts'
import { deletionRecord } from './kysely/persons/record.ts'
import { operatorError } from './operator-error.ts'

const rows = z.array(z.object({ key: z.string(), value: z.string() }))

/**
 * A second copy of the record of deletions and stopped letters, in the data folder: when an operator replaces the database file by hand, its record is older,
 * or missing. The copy contains only ids and hashes.
 */
export interface RecordFile {
  /** Deletes everything again that the file records as deleted, applies its later rows on letters, and rewrites the file. */
  apply(now: Date): Promise<void>
  /** Writes the database's current record to the file. */
  write(): Promise<void>
}

/** @throws AppError with a message for the operator: the file cannot be read, or is damaged */
function readRows(file: string): z.infer<typeof rows> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw operatorError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    return rows.parse(JSON.parse(text))
  } catch {
    throw operatorError(
      `${file} was damaged. It is a second copy of the record of deletions, which the database contains. Remove it, unless you replaced the database by an older one: then restore this file from a newer backup.`,
    )
  }
}

/** The copy in `dataDir` of a database's record. @throws when the file cannot be read or written, or is damaged */
export function recordFile(dataDir: string, engine: Engine): RecordFile {
  const file = path.join(dataDir, 'deletions.json')
  const writeOnce = async (): Promise<void> => {
    const record = await deletionRecord(engine.read)
    if (record.length === 0) return
    // Synced before it gets its name: after a power failure the file is the old one or the new one.
    writeFileSync(`${file}.part`, JSON.stringify(record), { mode: 0o600, flush: true })
    renameSync(`${file}.part`, file)
  }
  // One after the other: otherwise an older record could replace a newer one.
  let writing = Promise.resolve()
  const write = (): Promise<void> => {
    writing = writing.catch(() => undefined).then(writeOnce)
    return writing
  }
  return {
    write,
    async apply(now) {
      if (existsSync(file)) await eraseRecorded(engine, readRows(file), 'record', now)
      await write()
    },
  }
}
