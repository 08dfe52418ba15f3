import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { paths, patterns } from '../../api/paths.ts'
import { minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { readObject } from '../http/body.ts'
import { enforce } from '../http/limits.ts'
import { type Route, Routes } from '../http/routes.ts'
import type { Passkeys, Replies } from '../storage/auth-port.ts'
import type { Limits } from '../storage/port.ts'
import type { RequestingCodes } from './passcodes.ts'
import type { RefusalCount } from './refusals.ts'
import { deviceOf, limitOwner } from './requester.ts'
import { keepSession, type SigningIn, signIn } from './sessions.ts'
import { makeToken, type TimedTokens, useToken } from './timed-token.ts'

/** How long the admin may take to touch the key. */
const challengeLife = 5 * minute

/** Loaded after the server's start: few requests need it. */
const library = () => import('@simplewebauthn/server')

type Purpose = 'passkey sign-in' | 'passkey registration'

/** What registering passkeys and signing in with them needs. */
interface UsingPasskeys extends TimedTokens {
  readonly passkeys: Passkeys
  readonly replies: Replies
  readonly siteName: string
  readonly publicUrl: string
}

/** Passkeys belong to the public address: its host is their relying party, its origin the only one that may use them. */
const relyingParty = ({ publicUrl }: UsingPasskeys) => ({
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: new URL(publicUrl).hostname,
})

const challengeFor = (parts: UsingPasskeys, purpose: Purpose): string => makeToken(parts, purpose, challengeLife)

/** Uses up the challenge that an authenticator signed: ours, in time, and once. */
const isOurChallenge = (parts: UsingPasskeys, purpose: Purpose) => (challenge: string) =>
  useToken(parts, purpose, Buffer.from(challenge, 'base64url').toString())

/** What a browser needs to register a passkey of the admin. */
const registrationOptions = async (parts: UsingPasskeys) =>
  (await library()).generateRegistrationOptions({
    rpName: parts.siteName,
    rpID: relyingParty(parts).expectedRPID,
    userName: parts.adminEmail,
    challenge: challengeFor(parts, 'passkey registration'),
    excludeCredentials: (await parts.passkeys.list(parts.adminEmail)).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** Stores a passkey that a browser registered. @returns why it was refused, for the log; undefined when it was stored */
async function register(parts: UsingPasskeys, name: string, response: unknown): Promise<string | undefined> {
  try {
    const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: isOurChallenge(parts, 'passkey registration'),
      ...relyingParty(parts),
    })
    if (!verified) return 'not verified'
    const { id, publicKey, counter } = registrationInfo.credential
    const passkey = { id, name, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
    const isNew = await parts.passkeys.add(parts.adminEmail, { ...passkey, createdAt: parts.now(), usedAt: undefined })
    return isNew ? undefined : 'registered before'
  } catch (error) {
    return (error as Error).message
  }
}

/** What a browser needs to sign in with a passkey. It names none: a stranger learns nothing of them. */
const authenticationOptions = async (parts: UsingPasskeys) =>
  (await library()).generateAuthenticationOptions({
    rpID: relyingParty(parts).expectedRPID,
    challenge: challengeFor(parts, 'passkey sign-in'),
    userVerification: 'required',
  })

/** Checks the signature of a passkey, and stores its use. @returns why it was refused, for the log; undefined when it was right */
async function authenticate(parts: UsingPasskeys, response: unknown): Promise<string | undefined> {
  const { id } = (response ?? {}) as { id?: unknown }
  const passkey = (await parts.passkeys.list(parts.adminEmail)).find((candidate) => candidate.id === id)
  if (passkey === undefined) return 'no such passkey'
  try {
    const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: isOurChallenge(parts, 'passkey sign-in'),
      ...relyingParty(parts),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (!verified) return 'not verified'
    return (await parts.passkeys.use(passkey.id, authenticationInfo.newCounter, parts.now()))
      ? undefined
      : 'the counter went back'
  } catch (error) {
    return (error as Error).message
  }
}

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
      const { response } = await readObject(context)
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
      const { name, response } = await readObject(context)
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
