import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type KeyedHash, sha256 } from '../crypto/hashes.ts'

/** Six cryptographically random digits, with leading zeros. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** 256 random bits, encoded for a cookie. */
export const newCredential = (): string => randomBytes(32).toString('base64url')

/** The stored form of a credential. A credential is long and random, so a plain hash of it cannot be reversed. */
export const hashCredential = (credential: string): string => sha256(credential)

/** The stored form of a code with this id. Six digits are quickly tried out against a plain hash, so the hash is keyed with the server's key. */
export const hashCode = (keyedHash: KeyedHash, id: string, code: string): string => keyedHash('passcode', id, code)

/** Whether two hashes are equal, compared in constant time. */
export const sameHash = (first: string, second: string): boolean =>
  first.length === second.length && timingSafeEqual(Buffer.from(first), Buffer.from(second))

const keyFrom = (secret: string): Buffer => createHash('sha256').update(`kolam reply ${secret}`).digest()

/** Encrypts a response with a secret that only its receiver knows: it is stored for a repeat, and a reader of the database cannot read it. */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a text that was sealed with `secret`; undefined with another secret. */
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
