import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { routes } from '../../api/routes.ts'
import { minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Limits } from '../database/limits.ts'
import { readObject, shortBytes } from '../http/body.ts'
import { invalid } from '../http/faults.ts'
import { enforce } from '../http/limits.ts'
import { type Route, Routes, succeeded } from '../http/routes.ts'
import type { Passkeys, Responses } from '../records/access/port.ts'
import type { RequestingCodes } from './passcodes.ts'
import type { RefusalCount } from './refusals.ts'
import { deviceOf, limitOwner } from './requester.ts'
import { type SigningIn, setSessionCookies, signIn } from './sessions.ts'
import { makeToken, type TimedTokens, useToken } from './timed-token.ts'

/** How long the admin may take to touch the key. */
const challengeLife = 5 * minute

/** Loaded on first use, not at the server's start: few requests need it. */
export const passkeyLibrary = () => import('@simplewebauthn/server')

type Purpose = 'passkey sign-in' | 'passkey registration'

interface UsingPasskeys extends TimedTokens {
  readonly passkeys: Passkeys
  readonly responses: Responses
  readonly siteName: string
  readonly publicUrl: string
}

/** Passkeys are bound to the public address: its host is the relying party, and only its origin may use them. */
const relyingParty = ({ publicUrl }: UsingPasskeys) => ({
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: new URL(publicUrl).hostname,
})

const challengeFor = (parts: UsingPasskeys, purpose: Purpose): string => makeToken(parts, purpose, challengeLife)

/** Checks the challenge that an authenticator signed, and uses it up: it must be ours, not expired and not used before. */
const isOurChallenge = (parts: UsingPasskeys, purpose: Purpose) => (challenge: string) =>
  useToken(parts, purpose, Buffer.from(challenge, 'base64url').toString())

/** The options with which a browser registers a passkey of the admin. */
const registrationOptions = async (parts: UsingPasskeys) =>
  (await passkeyLibrary()).generateRegistrationOptions({
    rpName: parts.siteName,
    rpID: relyingParty(parts).expectedRPID,
    userName: parts.adminEmail,
    challenge: challengeFor(parts, 'passkey registration'),
    excludeCredentials: (await parts.passkeys.list(parts.adminEmail)).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** Stores a passkey that a browser registered. @returns the reason of a refusal, for the log; undefined when it is stored */
async function register(parts: UsingPasskeys, name: string, response: unknown): Promise<string | undefined> {
  try {
    const { verified, registrationInfo } = await (await passkeyLibrary()).verifyRegistrationResponse({
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

/** The options with which a browser signs in with a passkey. They list no passkeys: a stranger must not learn which exist. */
const authenticationOptions = async (parts: UsingPasskeys) =>
  (await passkeyLibrary()).generateAuthenticationOptions({
    rpID: relyingParty(parts).expectedRPID,
    challenge: challengeFor(parts, 'passkey sign-in'),
    userVerification: 'required',
  })

/** Checks the signature of a passkey, and stores its counter and time. @returns the reason of a refusal, for the log; undefined when it is valid */
async function authenticate(parts: UsingPasskeys, response: unknown): Promise<string | undefined> {
  const { id } = (response ?? {}) as { id?: unknown }
  const passkey = (await parts.passkeys.list(parts.adminEmail)).find((candidate) => candidate.id === id)
  if (passkey === undefined) return 'no such passkey'
  try {
    const { verified, authenticationInfo } = await (await passkeyLibrary()).verifyAuthenticationResponse({
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

const maxNameLength = 60

export interface PasskeyCalls extends UsingPasskeys, SigningIn, Pick<RequestingCodes, 'limit'> {
  readonly limits: Limits
  readonly refusals: RefusalCount
}

/** Signing in with a passkey. Every refusal gets the same response. */
function openRoutes(parts: PasskeyCalls): Routes {
  const { limits, limit, now, refusals, secure } = parts
  return new Routes('public')
    .on(routes.passkeyOptions, async () => ({ options: await authenticationOptions(parts) }))
    .on(routes.verifyPasskey, async (context) => {
      const { response } = await readObject(context, 4 * shortBytes)
      const device = await deviceOf(context, parts)
      await enforce(limits, `passkey:${limitOwner(device)}`, { ...limit, count: limit.count * 10 }, now())
      const refused = await authenticate(parts, response)
      if (refused !== undefined) {
        refusals.add()
        context.get('log').warn({ operation: 'passkey', reason: refused }, 'sign-in refused')
        throw new AppError('UNAUTHORIZED_ACCESS')
      }
      const signedIn = await signIn(parts, device, 'passkey', context.get('client'))
      setSessionCookies(context, signedIn, secure)
      context.get('log').info({ operation: 'passkey' }, 'signed in')
      return signedIn.response
    })
}

/** The admin's passkeys. */
function adminRoutes(parts: PasskeyCalls): Routes {
  return new Routes('admin')
    .on(routes.newPasskeyOptions, async () => ({ options: await registrationOptions(parts) }))
    .on(routes.addPasskey, async (context) => {
      const { name, response } = await readObject(context)
      const text = typeof name === 'string' ? name.trim() : ''
      if (text === '' || text.length > maxNameLength) throw invalid('name', `A name of 1 to ${maxNameLength} letters`)
      const refused = await register(parts, text, response)
      if (refused !== undefined) {
        context.get('log').warn({ operation: 'passkey', reason: refused }, 'passkey refused')
        throw new AppError('FORM_VALIDATION_FAILED')
      }
      context.get('log').info({ operation: 'passkey' }, 'passkey added')
      context.status(201)
      return succeeded
    })
    .on(routes.removePasskey, async (context) => {
      await parts.passkeys.remove(parts.adminEmail, context.req.param('id'))
      return succeeded
    })
}

export function* passkeyRoutes(parts: PasskeyCalls): Generator<Route> {
  yield* openRoutes(parts)
  yield* adminRoutes(parts)
}
