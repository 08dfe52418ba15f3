import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody } from '../../api/replies.ts'
import { AppError, errors } from '../../shared/errors.ts'

/** The status of a failure, of whatever kind. */
export const statusOf = (error: unknown): ContentfulStatusCode =>
  (error instanceof AppError
    ? (error.extras.status ?? errors[error.code].status)
    : errors.UNKNOWN_ERROR.status) as ContentfulStatusCode

/** The status of a failure; the answer's headers say when to try again, where that is known or a matter of seconds. */
export function announce(context: Context, error: unknown): ContentfulStatusCode {
  const status = statusOf(error)
  const wait = (error instanceof AppError ? error.extras.retryAfterS : undefined) ?? (status === 503 ? 5 : undefined)
  if (wait !== undefined) context.header('Retry-After', String(Math.max(1, Math.ceil(wait))))
  return status
}

/** What leaves the server about a failure. Only this file reads a code's status. */
export function errorReply(context: Context, error: unknown, now: Date): Response {
  const { code, extras } =
    error instanceof AppError ? error : { code: 'UNKNOWN_ERROR' as const, extras: {} as AppError['extras'] }
  const body: ErrorBody = {
    success: false,
    error: extras.message ?? errors[code].message,
    code,
    ...(extras.details && { details: extras.details }),
    timestamp: now.toISOString(),
  }
  context.header('Cache-Control', 'no-store')
  return context.json(body, announce(context, error))
}
