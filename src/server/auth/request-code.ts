import { isEmail } from '../../forms/fields/email.ts'
import { after, minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Rate } from '../config.ts'
import { enforce } from '../http/limits.ts'
import type { Passcodes } from '../storage/auth-port.ts'
import type { Limits } from '../storage/port.ts'
import { type Device, limitOwner } from './requester.ts'
import { hashCode, hashCredential, newCode, newCredential } from './secrets.ts'

/** How long a passcode is valid (specification, section 9). */
export const codeLife = 10 * minute

export interface RequestingCodes {
  readonly adminEmail: string
  readonly passcodes: Passcodes
  readonly limits: Limits
  /** Requests for the admin's address by strangers; from one client, or from one trusted browser, half of that. */
  readonly limit: Rate
  now(): Date
  /** Mails a code at once. @throws AppError EMAIL_SEND_FAILED */
  sendPasscode(to: string, code: string): Promise<void>
}

export const sameAddress = (first: string, second: string): boolean => first.trim().toLowerCase() === second.trim().toLowerCase()

/**
 * Lets a request for a code pass, or refuses it. Strangers share the limit of the address; a browser that signed in before has one of its own.
 * @throws AppError INVALID_CREDENTIALS for what is no address, UNAUTHORIZED_ACCESS (403) for another's, TOO_MANY_REQUESTS
 */
export async function admit(parts: RequestingCodes, email: unknown, device: Device): Promise<void> {
  const { limits, limit } = parts
  const now = parts.now()
  if (typeof email !== 'string' || !isEmail(email.trim())) throw new AppError('INVALID_CREDENTIALS', { status: 400 })
  if (!sameAddress(email, parts.adminEmail)) {
    await enforce(limits, `denied:${device.client}`, { ...limit, count: limit.count * 10 }, now)
    throw new AppError('UNAUTHORIZED_ACCESS', {
      status: 403,
      message: 'Access denied. Only authorized admin can login.',
      details: { email: 'Access restricted to authorized users only' },
    })
  }
  const half = { ...limit, count: Math.max(1, Math.floor(limit.count / 2)) }
  await enforce(limits, `code:${limitOwner(device)}`, half, now)
  if (!device.trusted) await enforce(limits, 'code', limit, now)
}

/**
 * Mails a new passcode to the admin. It belongs to the browser that requested it, whose earlier one ends; others' stay.
 * @returns what that browser is to keep
 * @throws AppError EMAIL_SEND_FAILED
 */
export async function requestCode(parts: RequestingCodes, device: Device): Promise<{ readonly credential: string }> {
  const at = parts.now()
  const id = newId(at)
  const code = newCode()
  const credential = device.credential ?? newCredential()
  await parts.passcodes.put({
    id,
    email: parts.adminEmail,
    codeHash: await hashCode(id, code),
    createdAt: at,
    expiresAt: after(at, codeLife),
    browser: hashCredential(credential),
    client: device.credential === undefined ? device.client : undefined,
  })
  await parts.sendPasscode(parts.adminEmail, code)
  return { credential }
}
