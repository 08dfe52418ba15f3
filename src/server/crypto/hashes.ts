import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

/** The SHA-256 of a text (as UTF-8) or of bytes, as 64 hexadecimal digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

/** A keyed hash of texts (HMAC-SHA-256), as 64 hexadecimal digits. Hashes for different purposes are unrelated. */
export type KeyedHash = (purpose: string, ...texts: readonly string[]) => string

/** @param key the server's secret: without it, nobody can find the value of a hash by trying out short values, such as passcodes */
export function keyedHash(key: string): KeyedHash {
  const secret = keyOf(key, 'utf8')
  return (...texts) => createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex')
}

/** A KeyObject: an HMAC with plain bytes creates one at each call, which takes seven times as long. */
export const keyOf = (key: string, encoding: BufferEncoding): KeyObject => createSecretKey(key, encoding)
