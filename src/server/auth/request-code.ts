import { isEmail } from '../../forms/fields/email.ts'
import { after, minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Rate } from '../config.ts'
import { enforce } from '../http/limits.ts'
import type { Limits, Passcodes } from '../storage/port.ts'
import { hashCode, newCode } from './secrets.ts'

/** How long a passcode is valid (specification, section 9). */
export const codeLife = 10 * minute

export interface RequestingCodes {
  readonly adminEmail: string
  readonly passcodes: Passcodes
  readonly limits: Limits
  /** Requests for the admin's address; from one client half of that. */
  readonly limit: Rate
  now(): Date
  /** Mails a code at once. @throws AppError EMAIL_SEND_FAILED */
  sendPasscode(to: string, code: string): Promise<void>
}

export const sameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Mails a new passcode to the admin; earlier ones end.
 * @throws AppError INVALID_CREDENTIALS for what is no address, UNAUTHORIZED_ACCESS (403) for another's, TOO_MANY_REQUESTS, EMAIL_SEND_FAILED
 */
export async function requestCode(parts: RequestingCodes, email: unknown, client: string): Promise<void> {
  if (typeof email !== 'string' || !isEmail(email.trim())) throw new AppError('INVALID_CREDENTIALS', { status: 400 })
  if (!sameAddress(email, parts.adminEmail)) {
    await enforce(
      parts.limits,
      `denied:${client}`,
      { count: parts.limit.count * 10, periodMs: parts.limit.periodMs },
      parts.now(),
    )
    throw new AppError('UNAUTHORIZED_ACCESS', {
      status: 403,
      say: 'Access denied. Only authorized admin can login.',
      details: { email: 'Access restricted to authorized users only' },
    })
  }
  const half = { count: Math.max(1, Math.floor(parts.limit.count / 2)), periodMs: parts.limit.periodMs }
  await enforce(parts.limits, `code:${client}`, half, parts.now())
  await enforce(parts.limits, 'code', parts.limit, parts.now())
  const at = parts.now()
  const code = newCode()
  await parts.passcodes.put({
    id: newId(at),
    email: parts.adminEmail,
    codeHash: await hashCode(parts.adminEmail, code),
    createdAt: at,
    expiresAt: after(at, codeLife),
  })
  await parts.sendPasscode(parts.adminEmail, code)
}
