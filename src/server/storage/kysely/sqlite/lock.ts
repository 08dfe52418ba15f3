import { DatabaseSync } from 'node:sqlite'
import { refusal } from '../../refusal.ts'
import { isBusy } from './fault.ts'

/**
 * Holds the data folder for one server: an exclusive transaction on a file of its own, never ended. The operating system lets go of it
 * when the process dies, however it dies. Tools that read, or write a little beside the server, do not take it.
 * @throws AppError saying that another server has the folder.
 */
export function holdFolder(file: string, folder: string): { release(): void } {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    db.close()
    if (!isBusy(error)) throw error
    throw refusal(
      `Another server is already running on the data in ${folder}. Stop it first, give this one a DATA_DIR of its own, ` +
        'or use PostgreSQL (DATABASE_URL) to run several.',
      'CONFLICT',
    )
  }
  return { release: () => db.isOpen && db.close() }
}
