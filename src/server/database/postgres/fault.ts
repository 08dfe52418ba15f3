import { AppError } from '../../../shared/errors.ts'

/** The SQLSTATE of an error; undefined when PostgreSQL did not report it. */
export const sqlState = (error: unknown): string | undefined => {
  const code = (error instanceof AppError ? error.cause : error) as { code?: unknown; severity?: unknown } | null | undefined
  return typeof code?.code === 'string' && typeof code.severity === 'string' ? code.code : undefined
}

/**
 * Codes of temporary failures: connection (08), shutting down (57P), statement timeout (57014), out of resources (53), system errors (58), read-only
 * (25006), a server that is being set up (28, 3D), lock not available (55P03).
 */
const temporary = /^(08|53|57P|57014|58|25006|28|3D|55P03)/

/** A serialization failure or a deadlock: the unit must be run again. */
const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

/** Converts an error of the database, or of the connection to it, to an AppError. */
export function postgresFault(error: unknown): AppError {
  if (error instanceof AppError) return error
  const state = sqlState(error)
  // These fields contain values of rows, which are personal data.
  if (error instanceof Error) for (const key of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, key)
  // An error without a SQLSTATE is one of the connection: refused, reset, timed out.
  const code = state === undefined || temporary.test(state) ? 'DATABASE_CONNECTION_FAILED' : 'DATABASE_QUERY_FAILED'
  return new AppError(code, { cause: error, log: { engine: 'postgres', sqlState: state } })
}

const maxTries = 5

/** Runs a unit of work, and runs it again after a conflict with another one. */
export async function untilNoConflict<T>(unit: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await unit()
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error
    }
  }
}
