import type { Context, MiddlewareHandler } from 'hono'
import type { Right } from '../../api/rights.ts'
import { AppError } from '../../shared/errors.ts'
import type { Session } from '../records/access/port.ts'
import { readCookie } from './request.ts'
import type { Web } from './routes.ts'

/** The cookie with a session's credential (see `cookieName`). */
export const sessionCookie = 'kolam_session'

/** Finds the session for the value of a cookie, also an expired one. */
export type FindSession = (credential: string) => Promise<Session | undefined>

/**
 * Requires a session that has not expired: the admin's, or that of a helper with one of `rights`. Another helper is answered like a stranger.
 * @throws AppError UNAUTHORIZED_ACCESS, SESSION_EXPIRED
 */
export const deskOnly =
  (find: FindSession, now: () => Date, secure: boolean) =>
  (rights: readonly Right[]): MiddlewareHandler<Web> =>
  async (context, next) => {
    context.header('Cache-Control', 'no-store')
    const credential = readCookie(context, sessionCookie, secure)
    const session = credential === undefined ? undefined : await find(credential)
    if (session === undefined) throw new AppError('UNAUTHORIZED_ACCESS')
    if (session.expiresAt.getTime() <= now().getTime()) throw new AppError('SESSION_EXPIRED')
    if (session.helper !== undefined && !rights.includes(session.helper.right)) throw new AppError('UNAUTHORIZED_ACCESS')
    context.set('session', session)
    await next()
  }

/** Who acts, as the history and a publish name them: the admin's address, or a helper's name with the address. */
export function actorOf(context: Context<Web>): string {
  const { email, helper } = context.get('session')
  return helper === undefined ? email : `${helper.name} (${email})`
}

/** A header by its name in lower case. */
export type HeaderOf = (name: string) => string | undefined

/** Whether the request comes from a page of our own origin, or from no page at all. */
export function isSameOrigin(header: HeaderOf, publicUrl: string): boolean {
  const origin = header('origin')
  if (origin !== undefined) {
    const ours = new URL(publicUrl)
    if (origin === ours.origin) return true
    if (!URL.canParse(origin)) return false
    const { host, protocol } = new URL(origin)
    return host === header('host') && (ours.protocol === 'http:' || protocol === 'https:')
  }
  const site = header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method changes nothing. */
export const isRead = (method: string): boolean => readMethods.has(method)

/** Refuses a change that a page of another origin requests. @throws AppError UNAUTHORIZED_ACCESS, 403 */
export const sameOriginOnly =
  (publicUrl: string): MiddlewareHandler =>
  async (context, next) => {
    if (!isRead(context.req.method) && !isSameOrigin((name) => context.req.header(name), publicUrl))
      throw new AppError('UNAUTHORIZED_ACCESS', { status: 403 })
    await next()
  }
