import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody } from '../../api/intake-responses.ts'
import { AppError, errors } from '../../shared/errors.ts'

/** The HTTP status of any error. */
export const statusOf = (error: unknown): ContentfulStatusCode =>
  (error instanceof AppError
    ? (error.extras.status ?? errors[error.code].status)
    : errors.UNKNOWN_ERROR.status) as ContentfulStatusCode

/** The value of the `Retry-After` header, in seconds; undefined for an error that a retry does not solve. */
export function retryAfter(error: unknown): string | undefined {
  const wait = (error instanceof AppError ? error.extras.retryAfterS : undefined) ?? (statusOf(error) === 503 ? 5 : undefined)
  return wait === undefined ? undefined : String(Math.max(1, Math.ceil(wait)))
}

/** Sets the `Retry-After` header of an error, and returns its status. */
export function setRetryAfter(context: Context, error: unknown): ContentfulStatusCode {
  const wait = retryAfter(error)
  if (wait !== undefined) context.header('Retry-After', wait)
  return statusOf(error)
}

/** The JSON body of an error response. */
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

/** The log fields of an error; undefined for one below 500, which the client causes. */
export const errorLog = (error: unknown, operation: string): Readonly<Record<string, unknown>> | undefined =>
  statusOf(error) < 500
    ? undefined
    : {
        // A stack says nothing more than a known reason, and probes would repeat it every few seconds.
        ...(error instanceof AppError && error.extras.log?.reason !== undefined ? undefined : { err: error }),
        code: error instanceof AppError ? error.code : 'UNKNOWN_ERROR',
        operation,
        ...(error instanceof AppError && error.extras.log),
      }

/** The response for an error. Only this file reads the status of an error code. */
export function errorResponse(context: Context, error: unknown, now: Date): Response {
  context.header('Cache-Control', 'no-store')
  return context.json(errorBody(error, now), setRetryAfter(context, error))
}
