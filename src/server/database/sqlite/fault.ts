import { AppError } from '../../../shared/errors.ts'

/** Result codes of an unusable database: busy, locked, out of memory, read-only, I/O, corrupt, full, cannot open, not a database. */
const unusable = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])

const codeOf = (error: unknown): number | undefined => {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

export const isBusy = (error: unknown): boolean => {
  const code = codeOf(error instanceof AppError ? error.cause : error)
  return code === 5 || code === 6
}

/** Converts an error of SQLite to an AppError. Other errors are returned unchanged. */
export function sqliteFault(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  return new AppError(unusable.has(code) ? 'DATABASE_CONNECTION_FAILED' : 'DATABASE_QUERY_FAILED', {
    cause: error,
    log: { engine: 'sqlite', resultCode: code },
  })
}
