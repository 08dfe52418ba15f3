import { paths, patterns } from '../../api/paths.ts'
import { AppError } from '../../shared/errors.ts'
import { readObject } from '../http/body.ts'
import { enforce } from '../http/limits.ts'
import { type Route, Routes } from '../http/routes.ts'
import type { Limits } from '../storage/port.ts'
import type { RequestingCodes } from './passcodes.ts'
import { authenticate, authenticationOptions, register, registrationOptions, type UsingPasskeys } from './passkeys.ts'
import type { RefusalCount } from './refusals.ts'
import { deviceOf, limitOwner } from './requester.ts'
import { keepSession, type SigningIn, signIn } from './sign-in.ts'

/** Letters of a passkey's name, at most. */
const longestName = 60

/** What the passkey calls are made of. */
export interface PasskeyCalls extends UsingPasskeys, SigningIn, Pick<RequestingCodes, 'limit'> {
  readonly limits: Limits
  readonly refusals: RefusalCount
}

/** Signing in with a passkey. Whatever is wrong with one, the answer is the same. */
function openRoutes(parts: PasskeyCalls): Routes {
  const { limits, limit, now, refusals, secure } = parts
  return new Routes('public')
    .post(paths.passkeyOptions, async (context) => context.json({ success: true, options: await authenticationOptions(parts) }))
    .post(paths.passkeyVerify, async (context) => {
      const { response } = await readObject(context.req.raw)
      const device = await deviceOf(context, parts)
      await enforce(limits, `passkey:${limitOwner(device)}`, { ...limit, count: limit.count * 10 }, now())
      const refused = await authenticate(parts, response)
      if (refused !== undefined) {
        refusals.add()
        context.get('log').warn({ operation: 'passkey', reason: refused }, 'sign-in refused')
        throw new AppError('UNAUTHORIZED_ACCESS')
      }
      const signedIn = await signIn(parts, device, 'passkey', context.get('client'))
      keepSession(context, signedIn, secure)
      context.get('log').info({ operation: 'passkey' }, 'signed in')
      return context.json(signedIn.reply)
    })
}

/** The admin's passkeys. */
function adminRoutes(parts: PasskeyCalls): Routes {
  return new Routes('admin')
    .post(paths.passkeyNew, async (context) => context.json({ success: true, options: await registrationOptions(parts) }))
    .post(paths.passkeys, async (context) => {
      const { name, response } = await readObject(context.req.raw)
      const text = typeof name === 'string' ? name.trim() : ''
      if (text === '' || text.length > longestName)
        throw new AppError('FORM_VALIDATION_FAILED', { details: { name: `A name of 1 to ${longestName} letters` } })
      const refused = await register(parts, text, response)
      if (refused === undefined) return context.json({ success: true }, 201)
      context.get('log').warn({ operation: 'passkey', reason: refused }, 'passkey refused')
      throw new AppError('FORM_VALIDATION_FAILED')
    })
    .delete(patterns.passkey, async (context) => {
      await parts.passkeys.remove(parts.adminEmail, context.req.param('id'))
      return context.json({ success: true })
    })
}

/** Passkeys, the second way in. */
export function* passkeyRoutes(parts: PasskeyCalls): Generator<Route> {
  yield* openRoutes(parts)
  yield* adminRoutes(parts)
}
