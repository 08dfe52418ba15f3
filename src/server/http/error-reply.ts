import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody } from '../../api/replies.ts'
import { AppError, errors } from '../../shared/errors.ts'

/** Says when to try again, where that is known or a matter of seconds. */
export function sayWhen(context: Context, status: number, retryAfterS: number | undefined): void {
  const wait = retryAfterS ?? (status === 503 ? 5 : undefined)
  if (wait !== undefined) context.header('Retry-After', String(Math.max(1, Math.ceil(wait))))
}

/** What leaves the server about a failure. The only place that reads a code's status. */
export function errorReply(context: Context, error: unknown, now: Date): Response {
  const { code, extras } = error instanceof AppError ? error : { code: 'UNKNOWN_ERROR' as const, extras: {} }
  const status = extras.status ?? errors[code].status
  const body: ErrorBody = {
    success: false,
    error: extras.say ?? errors[code].say,
    code,
    ...(extras.details && { details: extras.details }),
    timestamp: now.toISOString(),
  }
  sayWhen(context, status, extras.retryAfterS)
  context.header('Cache-Control', 'no-store')
  return context.json(body, status as ContentfulStatusCode)
}
