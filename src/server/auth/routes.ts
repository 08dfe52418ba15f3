import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { paths } from '../../api/paths.ts'
import type { VerifyReply } from '../../api/replies.ts'
import { after, minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type FindSession, sessionCookie } from '../http/admin-only.ts'
import { readObject } from '../http/body.ts'
import { limitKey } from '../http/client-address.ts'
import { keepCookie, readCookie } from '../http/cookies.ts'
import { enforce } from '../http/limits.ts'
import { type Route, Routes } from '../http/routes.ts'
import type { Web } from '../http/web.ts'
import type { Replies } from '../storage/port.ts'
import { type RequestingCodes, requestCode } from './request-code.ts'
import { hashCredential, seal, unseal } from './secrets.ts'
import { sessionLife, trustLife, type VerifyingCodes, verifyCode } from './verify-code.ts'
import { who } from './who.ts'

const deviceCookie = 'kolam_device'

/** A repeat of a call under its key, within this time, gets the first answer again (the first may have been lost on the way). */
const repeatLife = 2 * minute

export interface Auth extends RequestingCodes, VerifyingCodes {
  readonly replies: Replies
  readonly secure: boolean
}

interface Kept {
  readonly credential: string
  readonly device: string
  readonly reply: VerifyReply
}

/** Where a call's answer is kept for a repeat: a hash, which tells neither key nor content. */
const place = (call: string, key: string, said: Readonly<Record<string, unknown>>): string =>
  `${call}:${createHash('sha256')
    .update(JSON.stringify([key, said.email, said.otp]))
    .digest('hex')}`

/** Signing in and out (contract, sections 4 and 5). */
export function authRoutes(parts: Auth): Iterable<Route> {
  const open = new Routes('public')
  const admin = new Routes('admin')
  const tries = { count: parts.limit.count * 10, periodMs: parts.limit.periodMs }

  open.post(paths.otp, async (context) => {
    const said = await readObject(context.req.raw)
    const key = context.req.header('idempotency-key')
    const repeat = key === undefined ? undefined : place('otp', key, said)
    if (repeat === undefined || (await parts.replies.get(repeat, parts.now())) === undefined) {
      await requestCode(parts, said.email, limitKey(context.get('client')))
      if (repeat !== undefined) await parts.replies.put(repeat, 'sent', after(parts.now(), repeatLife))
    }
    return context.json({ success: true })
  })

  open.post(paths.verify, async (context) => {
    const said = await readObject(context.req.raw)
    const key = context.req.header('idempotency-key')
    const repeat = key === undefined ? undefined : place('verify', key, said)
    const secret = `${key} ${said.otp}`
    const sealed = repeat === undefined ? undefined : await parts.replies.get(repeat, parts.now())
    const earlier = sealed === undefined ? undefined : unseal(sealed, secret)
    // each try costs a slow hash: a client that asks for thousands would take the processor from everyone
    if (earlier === undefined) await enforce(parts.limits, `verify:${limitKey(context.get('client'))}`, tries, parts.now())
    const result: Kept | { readonly refused: string } =
      earlier === undefined
        ? await verifyCode(parts, { email: said.email, otp: said.otp, device: readCookie(context, deviceCookie) })
        : JSON.parse(earlier)
    if ('refused' in result) {
      context.get('log').warn({ operation: 'verify', reason: result.refused }, 'sign-in refused')
      throw new AppError('OTP_INVALID', { say: 'Invalid or expired OTP' })
    }
    if (repeat !== undefined && earlier === undefined)
      await parts.replies.put(repeat, seal(JSON.stringify(result), secret), after(parts.now(), repeatLife))
    // kept for a while after the session ends, so that the answer can say that it has expired
    keepCookie(context, sessionCookie, result.credential, (2 * sessionLife) / 1000, parts.secure)
    keepCookie(context, deviceCookie, result.device, trustLife / 1000, parts.secure)
    context.get('log').info({ operation: 'verify' }, 'signed in')
    return context.json(result.reply)
  })

  const find: FindSession = (credential) => parts.sessions.byCredential(hashCredential(credential))
  const asked = (context: Context<Web>) => who(readCookie(context, sessionCookie), find, parts.sessions, parts.now())

  admin.get(paths.session, async (context) => context.json(await asked(context)))

  open.get(paths.who, async (context) => {
    context.header('Cache-Control', 'no-store')
    return context.json(await asked(context))
  })

  admin.post(paths.logout, async (context) => {
    await parts.sessions.end(context.get('session').credentialHash)
    deleteCookie(context, sessionCookie, { path: '/' })
    return context.json({ success: true })
  })

  return [...open, ...admin]
}
