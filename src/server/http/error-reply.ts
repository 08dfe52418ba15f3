import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody } from '../../api/replies.ts'
import { AppError, errors } from '../../shared/errors.ts'

/** The status of a failure, of whatever kind. */
export const statusOf = (error: unknown): ContentfulStatusCode =>
  (error instanceof AppError
    ? (error.extras.status ?? errors[error.code].status)
    : errors.UNKNOWN_ERROR.status) as ContentfulStatusCode

/** After how many seconds to try again, where that is known or a matter of seconds. */
export function retryAfter(error: unknown): string | undefined {
  const wait = (error instanceof AppError ? error.extras.retryAfterS : undefined) ?? (statusOf(error) === 503 ? 5 : undefined)
  return wait === undefined ? undefined : String(Math.max(1, Math.ceil(wait)))
}

/** The status of a failure; the answer's headers say when to try again. */
export function announce(context: Context, error: unknown): ContentfulStatusCode {
  const wait = retryAfter(error)
  if (wait !== undefined) context.header('Retry-After', wait)
  return statusOf(error)
}

/** What leaves the server about a failure. */
export function errorBody(error: unknown, now: Date): ErrorBody {
  const { code, extras } =
    error instanceof AppError ? error : { code: 'UNKNOWN_ERROR' as const, extras: {} as AppError['extras'] }
  return {
    success: false,
    error: extras.message ?? errors[code].message,
    code,
    ...(extras.details && { details: extras.details }),
    timestamp: now.toISOString(),
  }
}

/** What a log says about a failure of ours; undefined for one that the client can mend. */
export const errorLog = (error: unknown, operation: string): Readonly<Record<string, unknown>> | undefined =>
  statusOf(error) < 500
    ? undefined
    : {
        err: error,
        code: error instanceof AppError ? error.code : 'UNKNOWN_ERROR',
        operation,
        ...(error instanceof AppError && error.extras.log),
      }

/** The reply about a failure. Only this file reads a code's status. */
export function errorReply(context: Context, error: unknown, now: Date): Response {
  context.header('Cache-Control', 'no-store')
  return context.json(errorBody(error, now), announce(context, error))
}
