import type { VerifyReply } from '../../api/replies.ts'
import { after, day, hour } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Passcodes, Sessions } from '../storage/port.ts'
import { sameAddress } from './request-code.ts'
import { hashCode, hashCredential, newCredential } from './secrets.ts'

/** How long a session lasts (specification, section 9). */
export const sessionLife = 24 * hour

/** How long a browser that signed in is known as one. */
export const trustLife = 400 * day

const triesPerCode = 5

/** Wrong codes that strangers may try in all: 20 a day, 100 in 30 days. They never lock out a browser that signed in before. */
const caps = [
  { ms: day, most: 20 },
  { ms: 30 * day, most: 100 },
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
 * Signs in with a mailed passcode.
 * @returns what the browser keeps, or the reason it was refused, for the log.
 * @throws AppError FORM_VALIDATION_FAILED for a body that holds no address and code
 */
export async function verifyCode(
  parts: VerifyingCodes,
  said: { readonly email: unknown; readonly otp: unknown; readonly device: string | undefined },
): Promise<SignedIn | { readonly refused: string }> {
  const { email, otp } = said
  if (typeof email !== 'string' || typeof otp !== 'string' || email.length > 320 || otp.length > 100)
    throw new AppError('FORM_VALIDATION_FAILED', { details: { otp: 'Passcode is required' } })
  if (!sameAddress(email, parts.adminEmail)) return { refused: 'another address' }
  if (!/^\d{6}$/.test(otp)) return { refused: 'not six digits' }
  const now = parts.now()
  const trusted = said.device !== undefined && (await parts.sessions.isTrusted(hashCredential(said.device), now))
  const tried = await parts.passcodes.attempt(parts.adminEmail, await hashCode(parts.adminEmail, otp), now, {
    triesPerCode,
    caps: caps.map(({ ms, most }) => ({ since: new Date(now.getTime() - ms), most })),
    trusted,
  })
  if (tried !== 'right') return { refused: tried }

  const user = await parts.sessions.user(parts.adminEmail, now)
  const credential = newCredential()
  const device = said.device !== undefined && trusted ? said.device : newCredential()
  const expiresAt = after(now, sessionLife)
  await parts.sessions.put({
    credentialHash: hashCredential(credential),
    userId: user.id,
    email: user.email,
    createdAt: now,
    expiresAt,
  })
  await parts.sessions.trust(hashCredential(device), after(now, trustLife))
  return {
    credential,
    device,
    reply: {
      success: true,
      user: { id: user.id, email: user.email, created_at: user.createdAt.toISOString() },
      token: claims(user.id, user.email, expiresAt),
      expiresAt: expiresAt.toISOString(),
    },
  }
}
