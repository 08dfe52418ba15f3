import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Engine } from '../../database/engine.ts'
import { operatorError } from '../../database/operator-error.ts'
import { keepSetting, readSetting } from '../outbox/restored.ts'
import { eraseRecorded } from './erase-recorded.ts'
import { erasureKeyName } from './hashes.ts'
import { deletionRecord } from './record.ts'

const content = z.object({
  /** The key of the hashes, before they are sealed; undefined before the first hash. */
  key: z.string().optional(),
  rows: z
    .array(
      z.object({
        kind: z.enum(['application', 'person', 'letters']),
        id: z.string(),
        hash: z.string(),
        at: z.number(),
        stopped: z.number(),
      }),
    )
    .readonly(),
})

/**
 * A second copy of the record of deletions and stopped letters, in the data folder: when an operator replaces the database file by hand, its record is older,
 * or missing. The copy contains only ids and sealed hashes.
 */
export interface RecordFile {
  /** Deletes everything again that the file records as deleted, applies its later rows on letters, and rewrites the file. */
  apply(now: Date): Promise<void>
  /** Writes the database's current record to the file. */
  write(): Promise<void>
}

/** @throws AppError with a message for the operator: the file cannot be read, or is damaged */
function readContent(file: string): z.infer<typeof content> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw operatorError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    return content.parse(JSON.parse(text))
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
    const rows = await deletionRecord(engine.read)
    if (rows.length === 0) return
    const key = (await readSetting(engine.read, erasureKeyName))?.value
    // Synced before it gets its name: after a power failure the file is the old one or the new one.
    writeFileSync(`${file}.part`, JSON.stringify({ key, rows } satisfies z.infer<typeof content>), { mode: 0o600, flush: true })
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
      if (existsSync(file)) {
        const { key, rows } = readContent(file)
        if (key !== undefined && (await readSetting(engine.read, erasureKeyName)) === undefined)
          await keepSetting(engine, { key: erasureKeyName, value: key, revision: 1 })
        await eraseRecorded(engine, rows, 'record', now)
      }
      await write()
    },
  }
}
