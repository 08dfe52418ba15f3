import { randomBytes } from 'node:crypto'
import { after } from '../../shared/dates.ts'
import type { KeyedHash } from '../crypto/hashes.ts'
import type { Responses } from '../records/access/port.ts'
import { sameHash } from './secrets.ts'

export interface TimedTokens {
  readonly adminEmail: string
  readonly keyedHash: KeyedHash
  now(): Date
}

const signature = ({ keyedHash, adminEmail }: TimedTokens, purpose: string, expires: string, nonce: string): string =>
  keyedHash(purpose, adminEmail.toLowerCase(), expires, nonce)

/**
 * Makes a token for one purpose and the current admin, valid for `ms` milliseconds: the time of expiry, a nonce, and the HMAC of both. The server's
 * key is all that making and checking needs; nothing is stored.
 */
export function makeToken(parts: TimedTokens, purpose: string, ms: number): string {
  const expires = String(after(parts.now(), ms).getTime())
  const nonce = randomBytes(16).toString('base64url')
  return `${expires}.${nonce}.${signature(parts, purpose, expires, nonce)}`
}

/** Uses a token up. @returns whether it is valid for this purpose and admin, has not expired, and was not used before on any node */
export async function useToken(
  parts: TimedTokens & { readonly responses: Responses },
  purpose: string,
  token: unknown,
): Promise<boolean> {
  const [, expires, nonce, signed] =
    /^(\d{1,15})\.([\w-]{22})\.([0-9a-f]{64})$/.exec(typeof token === 'string' ? token : '') ?? []
  if (expires === undefined || nonce === undefined || signed === undefined) return false
  const now = parts.now()
  if (!sameHash(signature(parts, purpose, expires, nonce), signed) || Number(expires) <= now.getTime()) return false
  return parts.responses.claim(`${purpose}:${nonce}`, 'used', now, new Date(Number(expires)))
}
