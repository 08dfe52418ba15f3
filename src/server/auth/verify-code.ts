import type { VerifyReply } from '../../api/replies.ts'
import { after, day, hour } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Passcodes, Sessions } from '../storage/auth-port.ts'
import { sameAddress } from './request-code.ts'
import type { Device } from './requester.ts'
import { hashCode, hashCredential, newCredential, sameHash } from './secrets.ts'

/** How long a session lasts (specification, section 9). */
export const sessionLife = 24 * hour

/** How long a browser that signed in is known as one. */
export const trustLife = 400 * day

const triesPerCode = 5

/** Wrong codes that may be tried: by all strangers together, and by each browser that signed in before, which strangers never lock out. */
const strangerCaps = [
  { ms: day, most: 20 },
  { ms: 30 * day, most: 100 },
]
const trustedCaps = [
  { ms: day, most: 50 },
  { ms: 30 * day, most: 200 },
]

export interface VerifyingCodes {
  readonly adminEmail: string
  readonly passcodes: Passcodes
  readonly sessions: Sessions
  now(): Date
}

export interface SignedIn {
  /** For the session cookie, and for the cookie by which the browser is known later. */
  readonly credential: string
  readonly device: string
  readonly reply: VerifyReply
}

/** The readable claims: who, and until when, in seconds. They open nothing. */
const claims = (userId: string, email: string, until: Date): string =>
  Buffer.from(JSON.stringify({ userId, email, exp: Math.floor(until.getTime() / 1000) })).toString('base64url')

/**
 * Signs in with a mailed passcode. Limits, and whether there is a code to try, come before the slow hash.
 * @returns what the browser keeps, or the reason it was refused, for the log.
 * @throws AppError FORM_VALIDATION_FAILED for a body that holds no address and code
 */
export async function verifyCode(
  parts: VerifyingCodes,
  { email, otp }: { readonly email: unknown; readonly otp: unknown },
  device: Device,
): Promise<SignedIn | { readonly refused: string }> {
  if (typeof email !== 'string' || typeof otp !== 'string' || email.length > 320 || otp.length > 100)
    throw new AppError('FORM_VALIDATION_FAILED', { details: { otp: 'Passcode is required' } })
  if (!sameAddress(email, parts.adminEmail)) return { refused: 'another address' }
  if (!/^\d{6}$/.test(otp)) return { refused: 'not six digits' }
  const now = parts.now()
  const caps = device.trusted ? trustedCaps : strangerCaps
  const tried = await parts.passcodes.beginTry(parts.adminEmail, device, now, {
    triesPerCode,
    caps: caps.map(({ ms, most }) => ({ since: after(now, -ms), most })),
  })
  if (tried.kind !== 'counted') return { refused: tried.kind }
  const { id, codeHash } = tried.passcode
  if (!sameHash(await hashCode(id, otp), codeHash)) return { refused: 'wrong' }
  if (!(await parts.passcodes.redeem(tried, now))) return { refused: 'used' }

  const user = await parts.sessions.user(parts.adminEmail, now)
  const credential = newCredential()
  // what a browser brings is taken over only if it was given at a sign-in: nobody can plant one beforehand
  const keepsake = device.trusted && device.credential !== undefined ? device.credential : newCredential()
  const expiresAt = after(now, sessionLife)
  await parts.sessions.put({
    credentialHash: hashCredential(credential),
    userId: user.id,
    email: user.email,
    createdAt: now,
    expiresAt,
  })
  await parts.sessions.trust(hashCredential(keepsake), parts.adminEmail, after(now, trustLife))
  return {
    credential,
    device: keepsake,
    reply: {
      success: true,
      user: { id: user.id, email: user.email, created_at: user.createdAt.toISOString() },
      token: claims(user.id, user.email, expiresAt),
      expiresAt: expiresAt.toISOString(),
    },
  }
}
