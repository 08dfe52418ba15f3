import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Engine } from './kysely/engine.ts'
import { eraseRecorded } from './kysely/persons/erase-recorded.ts'
import { deletionRecord } from './kysely/persons/record.ts'

const rows = z.array(z.object({ key: z.string(), value: z.string() }))

/**
 * A second copy of the record of deletions, in the data folder: a database file that is replaced by hand has an older record, or none. It names
 * nobody.
 */
export interface RecordFile {
  /** Deletes again what a database has in spite of the file, and writes the file anew. */
  apply(now: Date): Promise<void>
  /** Writes what the database has by now. */
  write(): Promise<void>
}

/** The copy in `dataDir` of the record in a database. @throws when the file cannot be read or written */
export function recordFile(dataDir: string, engine: Engine): RecordFile {
  const file = path.join(dataDir, 'deletions.json')
  const write = async (): Promise<void> => {
    const record = await deletionRecord(engine.read)
    if (record.length === 0) return
    writeFileSync(`${file}.part`, JSON.stringify(record), { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }
  return {
    write,
    async apply(now) {
      if (existsSync(file)) await eraseRecorded(engine, rows.parse(JSON.parse(readFileSync(file, 'utf8'))), 'record', now)
      await write()
    },
  }
}
