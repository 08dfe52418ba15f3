import { AppError } from '../../../../shared/errors.ts'

/** SQLite's result codes that mean: not now. Busy, locked, out of memory, read-only, I/O, corrupt, full, cannot open, not a database. */
const notNow = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])

const codeOf = (error: unknown): number | undefined => {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

export const isBusy = (error: unknown): boolean => {
  const code = codeOf(error instanceof AppError ? error.cause : error)
  return code === 5 || code === 6
}

/** What a failure of SQLite is to the rest of the server; what is none of SQLite's stays as it is. */
export function sqliteFault(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  return new AppError(notNow.has(code) ? 'DATABASE_CONNECTION_FAILED' : 'DATABASE_QUERY_FAILED', {
    cause: error,
    log: { engine: 'sqlite', resultCode: code },
  })
}
