import { isEmail } from '../../forms/fields/email.ts'
import { after, day, minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Rate } from '../config.ts'
import type { KeyedHash } from '../hashes.ts'
import { enforce } from '../http/limits.ts'
import type { Passcodes } from '../storage/auth-port.ts'
import type { Limits } from '../storage/port.ts'
import { mailboxProof } from './mailbox-proof.ts'
import type { Device } from './requester.ts'
import { hashCode, hashCredential, newCode, newCredential, sameHash } from './secrets.ts'

/** How long a passcode is valid (specification, section 9). */
export const codeLife = 10 * minute

/** The part of the strangers' requests that is mailed: 3 of 10. The others are answered alike, and mail nothing. */
const mailedPart = 0.3

/** What mailing a passcode needs. */
export interface RequestingCodes {
  readonly adminEmail: string
  readonly passcodes: Passcodes
  readonly limits: Limits
  /** Requests for the admin's address by strangers; from one client, or from one owner of a budget, half of that. */
  readonly limit: Rate
  readonly keyedHash: KeyedHash
  now(): Date
  /** Mails a code at once, with what proves that its reader has the mailbox. @throws AppError EMAIL_SEND_FAILED */
  sendPasscode(to: string, code: string, proof: string): Promise<void>
}

/** Whether two addresses are one: case and outer spaces do not count. */
export const sameAddress = (first: string, second: string): boolean => first.trim().toLowerCase() === second.trim().toLowerCase()

/**
 * Lets a request for a code pass, or refuses it. Strangers share the limit of the address; an owner has a limit of its own.
 * @param owner as of `budgetOf`
 * @throws AppError INVALID_CREDENTIALS for what is no address, UNAUTHORIZED_ACCESS (403) for another's, TOO_MANY_REQUESTS
 */
export async function admit(
  parts: RequestingCodes,
  email: unknown,
  { client }: Device,
  owner: string | undefined,
): Promise<void> {
  const { limits, limit } = parts
  const now = parts.now()
  if (typeof email !== 'string' || !isEmail(email.trim())) throw new AppError('INVALID_CREDENTIALS', { status: 400 })
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
 * Mails a new passcode to the admin. It belongs to the browser that requested it, whose earlier one ends; others' stay. A stranger's request beyond
 * what is mailed for strangers looks the same and does nothing.
 * @returns what that browser is to keep
 * @throws AppError EMAIL_SEND_FAILED
 */
export async function requestCode(
  parts: RequestingCodes,
  device: Device,
  owner: string | undefined,
): Promise<{ readonly credential: string }> {
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
      owner,
    },
    { since: after(at, -limit.periodMs), most: Math.ceil(limit.count * mailedPart) },
  )
  if (stored === 'surplus') return { credential }
  try {
    await parts.sendPasscode(adminEmail, code, mailboxProof(keyedHash, adminEmail, at))
  } catch (error) {
    await passcodes.remove(id)
    throw error
  }
  return { credential }
}

const triesPerCode = 5

/** Wrong codes that may be tried: by all strangers together, and by each owner of a budget, whom strangers never lock out. */
const caps = [
  { ms: day, most: 20 },
  { ms: 30 * day, most: 100 },
]

/** What checking a passcode needs. */
export interface VerifyingCodes {
  readonly adminEmail: string
  readonly passcodes: Passcodes
  readonly keyedHash: KeyedHash
  now(): Date
}

/**
 * Compares a mailed passcode, after the limits and whether there is a code to try; a right one is used up.
 * @returns the reason it was refused, for the log; undefined when it was right
 * @throws AppError FORM_VALIDATION_FAILED for a body that holds no address and code
 */
export async function verifyCode(
  { adminEmail, passcodes, keyedHash, now }: VerifyingCodes,
  { email, otp }: { readonly email: unknown; readonly otp: unknown },
  device: Device,
): Promise<string | undefined> {
  if (typeof email !== 'string' || typeof otp !== 'string' || email.length > 320 || otp.length > 100)
    throw new AppError('FORM_VALIDATION_FAILED', { details: { otp: 'Passcode is required' } })
  if (!/^\d{6}$/.test(otp)) return 'not six digits'
  // another address has no codes, which the same read finds: the time tells nobody which address is the admin's
  const address = sameAddress(email, adminEmail) ? adminEmail : email
  const at = now()
  const rules = { triesPerCode, caps: caps.map(({ ms, most }) => ({ since: after(at, -ms), most })) }
  const tried = await passcodes.beginTry(address, device, at, rules)
  if (tried.kind !== 'counted') return address === adminEmail ? tried.kind : 'another address'
  const { id, codeHash } = tried.passcode
  if (!sameHash(hashCode(keyedHash, id, otp), codeHash)) return 'wrong'
  return (await passcodes.redeem(tried, at)) ? undefined : 'used'
}
