import { DatabaseSync } from 'node:sqlite'
import { operatorError } from '../operator-error.ts'
import { isBusy } from './fault.ts'

/**
 * Locks the data folder for one server: an exclusive transaction on a lock file, which never ends. The operating system releases the lock when the process
 * ends in any way. Tools that read, or write a little while a server runs, do not take it.
 * @throws AppError when another server has locked the folder
 */
export function lockFolder(file: string, folder: string): { release(): void } {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    db.close()
    if (!isBusy(error)) throw error
    throw operatorError(
      `Another server is already running on the data in ${folder}. Stop it first, give this one a DATA_DIR of its own, ` +
        'or use PostgreSQL (DATABASE_URL) to run several.',
      'CONFLICT',
    )
  }
  return { release: () => db.isOpen && db.close() }
}
