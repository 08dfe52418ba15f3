import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { paths } from '../../api/paths.ts'
import { routes } from '../../api/routes.ts'
import { AppError } from '../../shared/errors.ts'
import { readObject, shortBytes } from '../http/body.ts'
import { type FindSession, sessionCookie } from '../http/guards.ts'
import { enforce } from '../http/limits.ts'
import { cookieName, readCookie } from '../http/request.ts'
import { type Route, Routes, succeeded, type Web } from '../http/routes.ts'
import type { HelperLinks, Responses } from '../records/access/port.ts'
import { type Access, accessRoutes } from './access-routes.ts'
import { deskSession } from './helper-links.ts'
import { linkPurpose, pageRefused, pageWithToken } from './login-link.ts'
import { isRepeat, once } from './once.ts'
import { admit, codeLife, type RequestingCodes, requestCode, type VerifyingCodes, verifyCode } from './passcodes.ts'
import { type PasskeyCalls, passkeyRoutes } from './passkeys.ts'
import type { RefusalCount } from './refusals.ts'
import { deviceOf, limitOwner, setDeviceCookie } from './requester.ts'
import { hashCredential } from './secrets.ts'
import { currentUser, type SigningIn, setSessionCookies, signIn } from './sessions.ts'
import { useToken } from './timed-token.ts'

export interface Auth extends RequestingCodes, VerifyingCodes, SigningIn, Access, PasskeyCalls {
  readonly helperLinks: HelperLinks
  readonly responses: Responses
  readonly refusals: RefusalCount
  /** The page of a sign-in link, with its headers; undefined where no site was built. */
  loginPage(): { readonly html: string; readonly headers: Readonly<Record<string, string>> } | undefined
}

/** Counts an error of a limit as a refused sign-in, and throws it again. */
const countTooMany =
  (refusals: RefusalCount) =>
  (error: unknown): never => {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') refusals.add()
    throw error
  }

/** The passcode calls (contract, section 4). */
function passcodeRoutes(parts: Auth): Routes {
  const { now, secure, refusals } = parts
  const counted = countTooMany(refusals)
  const tries = { count: parts.limit.count * 10, periodMs: parts.limit.periodMs }

  return new Routes('public')
    .on(routes.requestPasscode, async (context) => {
      const { email } = await readObject(context, shortBytes)
      const device = await deviceOf(context, parts)
      const call = { name: 'otp', key: context.req.header('idempotency-key'), content: [email] }
      // A repeat sends no mail, but it polls the database until the first call has ended, so it has a limit too.
      if (await isRepeat(parts, call)) await enforce(parts.limits, `repeat:${limitOwner(device)}`, tries, now())
      else await admit(parts, email, device).catch(counted)
      let fault: AppError | undefined
      const requested = await once(parts, call, () =>
        requestCode(parts, device).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'EMAIL_SEND_FAILED') throw error
          fault = error
          // Stored like a response, so that a repeat gets it immediately and does not wait for three more attempts.
          return { unsent: error.message }
        }),
      )
      if ('unsent' in requested) throw fault ?? new AppError('EMAIL_SEND_FAILED', { message: requested.unsent })
      if (!device.trusted) setDeviceCookie(context, requested.credential, codeLife, secure)
      return succeeded
    })
    .on(routes.verifyPasscode, async (context) => {
      const { email, otp } = await readObject(context, shortBytes)
      const device = await deviceOf(context, parts)
      const call = { name: 'verify', key: context.req.header('idempotency-key'), content: [email, otp] }
      await enforce(parts.limits, `verify:${limitOwner(device)}`, tries, now()).catch(counted)
      const signedIn = await once(parts, call, async () => {
        const refused = await verifyCode(parts, { email, otp }, device)
        if (refused === undefined) return signIn(parts, device, 'passcode', context.get('client'))
        refusals.add()
        context.get('log').warn({ operation: 'verify', reason: refused }, 'sign-in refused')
        throw new AppError('OTP_INVALID', { message: 'Invalid or expired OTP' })
      })
      setSessionCookies(context, signedIn, secure)
      context.get('log').info({ operation: 'verify' }, 'signed in')
      return signedIn.response
    })
}

/** The page of a sign-in link, which works without script, and the call that its button makes. */
function loginLinkRoutes(parts: Auth): Routes {
  const { now, secure, loginPage, refusals } = parts
  const page = (context: Context<Web>, draw: (html: string) => string, status: 200 | 401): Response => {
    const shown = loginPage()
    if (shown === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This address does not exist.' })
    return context.html(draw(shown.html), status, { ...shown.headers, 'Cache-Control': 'no-store' })
  }
  return new Routes('public')
    .get(paths.loginLink, (context) => page(context, (html) => pageWithToken(html, context.req.query('token') ?? ''), 200))
    .post(paths.loginLink, async (context) => {
      const { token } = await readObject(context, shortBytes)
      const device = await deviceOf(context, parts)
      const tries = { count: parts.limit.count * 10, periodMs: parts.limit.periodMs }
      await enforce(parts.limits, `link:${limitOwner(device)}`, tries, now()).catch(countTooMany(refusals))
      if (!(await useToken(parts, linkPurpose, token))) {
        refusals.add()
        context.get('log').warn({ operation: 'login link' }, 'sign-in refused')
        return page(context, pageRefused, 401)
      }
      setSessionCookies(context, await signIn(parts, device, 'sign-in link', context.get('client')), secure)
      context.get('log').info({ operation: 'login link' }, 'signed in')
      return context.redirect('/app/dashboard', 303)
    })
}

/** Signing in and out (contract, sections 4 and 5). */
export function* authRoutes(parts: Auth): Generator<Route> {
  const find: FindSession = (credential) => deskSession(parts, hashCredential(credential))
  const userOf = (context: Context<Web>) =>
    currentUser(readCookie(context, sessionCookie, parts.secure), find, parts.sessions, parts.now())

  yield* passcodeRoutes(parts)
  yield* loginLinkRoutes(parts)
  yield* accessRoutes(parts)
  yield* passkeyRoutes(parts)
  yield* new Routes('public').on(routes.who, async (context) => {
    context.header('Cache-Control', 'no-store')
    return userOf(context)
  })
  yield* new Routes('admin')
    .on(routes.session, (context) => userOf(context))
    .on(routes.logout, async (context) => {
      const { credentialHash, helper } = context.get('session')
      await (helper === undefined ? parts.sessions.end(credentialHash) : parts.helperLinks.endSession(credentialHash))
      deleteCookie(context, cookieName(sessionCookie, parts.secure), { path: '/', secure: parts.secure })
      return succeeded
    })
}
