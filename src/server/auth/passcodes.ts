import { readEmail } from '../../forms/fields/email.ts'
import { after, day, minute } from '../../shared/dates.ts'
import type { Rate } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import type { KeyedHash } from '../crypto/hashes.ts'
import type { Limits } from '../database/limits.ts'
import { invalid } from '../http/faults.ts'
import { enforce } from '../http/limits.ts'
import type { Passcodes } from '../records/access/port.ts'
import type { Device } from './requester.ts'
import { hashCode, hashCredential, newCode, newCredential, sameHash } from './secrets.ts'

/** How long a passcode is valid (specification, section 9). */
export const codeLife = 10 * minute

/** The share of the strangers' requests for which a mail is sent: 3 of 10. The others get the same response, but no mail. */
const mailedShare = 0.3

export interface RequestingCodes {
  readonly adminEmail: string
  readonly passcodes: Passcodes
  readonly limits: Limits
  /** The limit for requests by all strangers together. A single client, or a trusted browser, may make half as many. */
  readonly limit: Rate
  readonly keyedHash: KeyedHash
  now(): Date
  /** Mails a code, now and not by the outbox. @throws AppError EMAIL_SEND_FAILED */
  sendPasscode(to: string, code: string): Promise<void>
}

/** Whether two addresses are of the same mailbox. */
export const sameAddress = (first: string, second: string): boolean => mailboxKey(first) === mailboxKey(second)

/**
 * Checks whether a request for a code is allowed. Strangers share one limit; a trusted browser has its own.
 * @throws AppError INVALID_CREDENTIALS for an invalid address, UNAUTHORIZED_ACCESS (403) when it is not the admin's, TOO_MANY_REQUESTS
 */
export async function admit(parts: RequestingCodes, email: unknown, { client, owner }: Device): Promise<void> {
  const { limits, limit } = parts
  const now = parts.now()
  if (typeof email !== 'string' || readEmail(email) === undefined) throw new AppError('INVALID_CREDENTIALS', { status: 400 })
  if (!sameAddress(email, parts.adminEmail)) {
    await enforce(limits, `denied:${client}`, { ...limit, count: limit.count * 10 }, now)
    throw new AppError('UNAUTHORIZED_ACCESS', {
      status: 403,
      message: 'Access denied. Only authorized admin can login.',
      details: { email: 'Access restricted to authorized users only' },
    })
  }
  const half = { ...limit, count: Math.max(1, Math.floor(limit.count / 2)) }
  await enforce(limits, `code:${owner ?? client}`, half, now)
  if (owner === undefined) await enforce(limits, 'code', limit, now)
}

/**
 * Mails a new passcode to the admin. The passcode is bound to the browser that requested it and replaces that browser's earlier one. When strangers
 * exceed their share of mails, nothing is mailed, and the response is the same.
 * @returns the value for the browser's cookie
 * @throws AppError EMAIL_SEND_FAILED
 */
export async function requestCode(parts: RequestingCodes, device: Device): Promise<{ readonly credential: string }> {
  const { adminEmail, passcodes, keyedHash, limit } = parts
  const at = parts.now()
  const id = newId(at)
  const code = newCode()
  const credential = device.credential ?? newCredential()
  const stored = await passcodes.put(
    {
      id,
      email: adminEmail,
      codeHash: hashCode(keyedHash, id, code),
      createdAt: at,
      expiresAt: after(at, codeLife),
      browser: hashCredential(credential),
      client: device.credential === undefined ? device.client : undefined,
      owner: device.owner,
    },
    { since: after(at, -limit.periodMs), max: Math.ceil(limit.count * mailedShare) },
  )
  if (stored === 'surplus') return { credential }
  try {
    await parts.sendPasscode(adminEmail, code)
  } catch (error) {
    await passcodes.remove(id)
    throw error
  }
  return { credential }
}

const triesPerCode = 5

/** The limits of wrong codes: one count for all strangers together, and one for each trusted browser, so strangers cannot lock it out. */
const tryLimits = [
  { ms: day, max: 20 },
  { ms: 30 * day, max: 100 },
]

export interface VerifyingCodes {
  readonly adminEmail: string
  readonly passcodes: Passcodes
  readonly keyedHash: KeyedHash
  now(): Date
}

/**
 * Checks a passcode that a browser sends. The limits come first. A correct passcode is used up.
 * @returns the reason of a refusal, for the log; undefined when the passcode is correct
 * @throws AppError FORM_VALIDATION_FAILED when the body lacks an address or a code
 */
export async function verifyCode(
  { adminEmail, passcodes, keyedHash, now }: VerifyingCodes,
  { email, otp }: { readonly email: unknown; readonly otp: unknown },
  device: Device,
): Promise<string | undefined> {
  if (typeof email !== 'string' || typeof otp !== 'string' || email.length > 320 || otp.length > 100)
    throw invalid('otp', 'Passcode is required')
  if (!/^\d{6}$/.test(otp)) return 'not six digits'
  // Another address has no codes. The query runs all the same: a faster response would reveal which address is the admin's.
  const address = sameAddress(email, adminEmail) ? adminEmail : email
  const at = now()
  const rules = { triesPerCode, caps: tryLimits.map(({ ms, max }) => ({ since: after(at, -ms), max })) }
  const tried = await passcodes.beginTry(address, device, at, rules)
  if (tried.kind !== 'counted') return address === adminEmail ? tried.kind : 'another address'
  const { id, codeHash } = tried.passcode
  if (!sameHash(hashCode(keyedHash, id, otp), codeHash)) return 'wrong'
  return (await passcodes.redeem(tried, at)) ? undefined : 'used'
}
