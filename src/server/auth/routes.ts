import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { paths } from '../../api/paths.ts'
import { AppError } from '../../shared/errors.ts'
import { readObject } from '../http/body.ts'
import { type FindSession, sessionCookie } from '../http/guards.ts'
import { enforce } from '../http/limits.ts'
import { keepCookie, readCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import { type Route, Routes } from '../http/routes.ts'
import type { Replies } from '../storage/auth-port.ts'
import { isRepeat, once } from './once.ts'
import { admit, codeLife, type RequestingCodes, requestCode } from './request-code.ts'
import { deviceOf, keepDevice, limitOwner } from './requester.ts'
import { hashCredential } from './secrets.ts'
import { currentUser } from './sessions.ts'
import { sessionLife, trustLife, type VerifyingCodes, verifyCode } from './verify-code.ts'

export interface Auth extends RequestingCodes, VerifyingCodes {
  readonly replies: Replies
  readonly secure: boolean
}

/** Signing in and out (contract, sections 4 and 5). */
export function authRoutes(parts: Auth): Iterable<Route> {
  const open = new Routes('public')
  const admin = new Routes('admin')
  const { sessions, adminEmail, now, secure } = parts
  const tries = { count: parts.limit.count * 10, periodMs: parts.limit.periodMs }

  open.post(paths.otp, async (context) => {
    const { email } = await readObject(context.req.raw)
    const device = await deviceOf(context, sessions, adminEmail, now())
    const call = { name: 'otp', key: context.req.header('idempotency-key'), content: [email] }
    // a repeat mails nothing, but while it waits for the first it costs reads
    if (await isRepeat(parts, call)) await enforce(parts.limits, `repeat:${limitOwner(device)}`, tries, now())
    else await admit(parts, email, device)
    let fault: AppError | undefined
    const requested = await once(parts, call, () =>
      requestCode(parts, device).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'EMAIL_SEND_FAILED') throw error
        fault = error
        // an answer as well: a repeat hears it at once, and does not wait for three more attempts
        return { unsent: error.message }
      }),
    )
    if ('unsent' in requested) throw fault ?? new AppError('EMAIL_SEND_FAILED', { message: requested.unsent })
    if (!device.trusted) keepDevice(context, requested.credential, codeLife, secure)
    return context.json({ success: true })
  })

  open.post(paths.verify, async (context) => {
    const { email, otp } = await readObject(context.req.raw)
    const device = await deviceOf(context, sessions, adminEmail, now())
    const call = { name: 'verify', key: context.req.header('idempotency-key'), content: [email, otp] }
    await enforce(parts.limits, `verify:${limitOwner(device)}`, tries, now())
    const signedIn = await once(parts, call, async () => {
      const result = await verifyCode(parts, { email, otp }, device)
      if (!('refused' in result)) return result
      context.get('log').warn({ operation: 'verify', reason: result.refused }, 'sign-in refused')
      throw new AppError('OTP_INVALID', { message: 'Invalid or expired OTP' })
    })
    // kept for a while after the session ends, so that the answer can say that it has expired
    keepCookie(context, sessionCookie, signedIn.credential, (2 * sessionLife) / 1000, secure)
    keepDevice(context, signedIn.device, trustLife, secure)
    context.get('log').info({ operation: 'verify' }, 'signed in')
    return context.json(signedIn.reply)
  })

  const find: FindSession = (credential) => parts.sessions.byCredential(hashCredential(credential))
  const userOf = (context: Context<Web>) => currentUser(readCookie(context, sessionCookie), find, parts.sessions, parts.now())

  admin.get(paths.session, async (context) => context.json(await userOf(context)))

  open.get(paths.who, async (context) => {
    context.header('Cache-Control', 'no-store')
    return context.json(await userOf(context))
  })

  admin.post(paths.logout, async (context) => {
    await parts.sessions.end(context.get('session').credentialHash)
    deleteCookie(context, sessionCookie, { path: '/' })
    return context.json({ success: true })
  })

  return [...open, ...admin]
}
