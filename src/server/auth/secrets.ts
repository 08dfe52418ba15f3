import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type KeyedHash, sha256 } from '../hashes.ts'

/** Six digits from a cryptographic source, leading zeros kept. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** 256 bits, as text for a cookie. */
export const newCredential = (): string => randomBytes(32).toString('base64url')

/** What is kept of a credential. It is long and random, so that a plain hash cannot be turned round. */
export const hashCredential = (credential: string): string => sha256(credential)

/** What is stored of a code: a code is short, so its hash cannot be turned round only because it is under the server's key. `id` is the code's own. */
export const hashCode = (keyedHash: KeyedHash, id: string, code: string): string => keyedHash('passcode', id, code)

/** Whether two hashes are equal, in a time that does not depend on where they differ. */
export const sameHash = (first: string, second: string): boolean =>
  first.length === second.length && timingSafeEqual(Buffer.from(first), Buffer.from(second))

const keyFrom = (secret: string): Buffer => createHash('sha256').update(`kolam reply ${secret}`).digest()

/** Encrypts a reply under what only its receiver knows, so that it can be kept for a repeat without being readable where it is kept. */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** The text that was sealed under `secret`; undefined under another. */
export function unseal(sealed: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
