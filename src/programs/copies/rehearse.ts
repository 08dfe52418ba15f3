import { compareSchema } from '../../server/database/migrations/apply.ts'
import { operatorError } from '../../server/database/operator-error.ts'
import { postgres } from '../../server/database/postgres/engine.ts'
import type { Source } from '../../server/database/server-key.ts'
import { readFolder } from '../../server/storage/read-only.ts'
import { stageBackup } from './stage.ts'
import { compareVersions, type VersionComparison } from './versions.ts'

/** The live database, for reading. @throws AppError when there is none */
async function openLive({ dataDir, databaseUrl }: Source) {
  const engine = databaseUrl === undefined ? undefined : await postgres(databaseUrl, 1)
  const opened = engine === undefined ? readFolder(dataDir) : { db: engine.read, close: engine.close }
  if (opened === undefined) throw operatorError(`No database was found in ${dataDir}`)
  return opened
}

/**
 * Restores a backup into a temporary database, compares that with the live data by count and hash, and deletes it again. Servers keep running.
 * @throws AppError with one sentence: the backup cannot be used, or the live database has another schema than this program
 */
export async function rehearseRestore(source: Source, file: string): Promise<VersionComparison> {
  const live = await openLive(source)
  try {
    const { missing } = await compareSchema(live.db)
    if (missing.length > 0)
      throw operatorError(`The live database lacks ${missing.join(', ')}. Start this version once, and rehearse again.`)
    const staged = await stageBackup(source, file, 'rehearsal')
    try {
      return await compareVersions(staged.engine, live.db)
    } finally {
      await staged.discard()
    }
  } finally {
    await live.close()
  }
}
