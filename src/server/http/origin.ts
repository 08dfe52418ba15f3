import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../shared/errors.ts'

/** Whether a request was made by a page of ours, or by no page at all. */
export function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get('origin')
  if (origin !== null) {
    if (origin === new URL(publicUrl).origin) return true
    return URL.canParse(origin) && new URL(origin).host === headers.get('host')
  }
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a change with a session that a page of another origin asks for. @throws AppError UNAUTHORIZED_ACCESS, 403 */
export const sameOriginOnly =
  (publicUrl: string): MiddlewareHandler =>
  async (context, next) => {
    if (!reading.has(context.req.method) && !isSameOrigin(context.req.raw.headers, publicUrl))
      throw new AppError('UNAUTHORIZED_ACCESS', { status: 403 })
    await next()
  }
