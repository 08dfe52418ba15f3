import { after, day } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { KeyedHash } from '../hashes.ts'
import type { Passcodes } from '../storage/auth-port.ts'
import { sameAddress } from './request-code.ts'
import type { Device } from './requester.ts'
import { hashCode, sameHash } from './secrets.ts'

const triesPerCode = 5

/** Wrong codes that may be tried: by all strangers together, and by each owner of a budget, whom strangers never lock out. */
const caps = [
  { ms: day, most: 20 },
  { ms: 30 * day, most: 100 },
]

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
