import { AppError } from '../../../../shared/errors.ts'

/** What PostgreSQL's code for a failure is; undefined where the failure is not PostgreSQL's. */
export const sqlState = (error: unknown): string | undefined => {
  const code = (error instanceof AppError ? error.cause : error) as { code?: unknown; severity?: unknown } | null | undefined
  return typeof code?.code === 'string' && typeof code.severity === 'string' ? code.code : undefined
}

/**
 * Codes that mean: not now. Connection (08), shutting down (57P), statement stopped by its timeout (57014), out of resources (53), the
 * system's own errors (58), read-only (25006), not yet reachable (28, 3D: a server that is being set up), lock (55P03).
 */
const notNow = /^(08|53|57P|57014|58|25006|28|3D|55P03)/

/** Two units that met: one of them is to be done again. */
const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

/** What a failure of the database, or on the way to it, is to the rest of the server. */
export function postgresFault(error: unknown): AppError {
  if (error instanceof AppError) return error
  const state = sqlState(error)
  // These repeat values, which are people's.
  if (error instanceof Error) for (const key of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, key)
  // A failure that PostgreSQL has not put a code to is one of the connection: refused, reset, timed out.
  const code = state === undefined || notNow.test(state) ? 'DATABASE_CONNECTION_FAILED' : 'DATABASE_QUERY_FAILED'
  return new AppError(code, { cause: error, log: { engine: 'postgres', sqlState: state } })
}

/** How often a unit is done again that met another one. */
const mostTries = 5

/** Does a unit of work, again when it met another one. */
export async function untilNoConflict<T>(unit: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await unit()
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error
    }
  }
}
