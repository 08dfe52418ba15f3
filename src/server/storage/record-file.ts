import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Engine } from './kysely/engine.ts'
import { eraseRecorded } from './kysely/persons/erase-recorded.ts'
import { deletionRecord } from './kysely/persons/record.ts'

const rows = z.array(z.object({ key: z.string(), value: z.string() }))

/**
 * A second copy of the record of deletions, in the data folder: when an operator replaces the database file by hand, its record is older, or missing. The
 * copy contains only ids and hashes.
 */
export interface RecordFile {
  /** Deletes everything again that the file records as deleted, and rewrites the file. */
  apply(now: Date): Promise<void>
  /** Writes the database's current record to the file. */
  write(): Promise<void>
}

/** The copy in `dataDir` of a database's record. @throws when the file cannot be read or written */
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
