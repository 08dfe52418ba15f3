import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../shared/errors.ts'
import type { Session } from '../storage/port.ts'
import { readCookie } from './cookies.ts'
import type { Web } from './web.ts'

export const sessionCookie = 'kolam_session'

/** Finds the session of a cookie's value, whether or not it has expired. */
export type FindSession = (credential: string) => Promise<Session | undefined>

/** Lets a request through only with a session that lasts. @throws AppError UNAUTHORIZED_ACCESS, SESSION_EXPIRED */
export const adminOnly =
  (find: FindSession, now: () => Date): MiddlewareHandler<Web> =>
  async (context, next) => {
    context.header('Cache-Control', 'no-store')
    const credential = readCookie(context, sessionCookie)
    const session = credential === undefined ? undefined : await find(credential)
    if (session === undefined) throw new AppError('UNAUTHORIZED_ACCESS')
    if (session.expiresAt.getTime() <= now().getTime()) throw new AppError('SESSION_EXPIRED')
    context.set('session', session)
    await next()
  }
