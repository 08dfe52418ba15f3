import { createHmac, hash } from 'node:crypto'

/** The SHA-256 of a text (as UTF-8) or of bytes, as 64 hexadecimal digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

/** A hash of texts under the server's key (HMAC-SHA-256), as 64 hexadecimal digits. Hashes for different purposes are unrelated. */
export type KeyedHash = (purpose: string, ...texts: readonly string[]) => string

/** @param key the server's secret: without it a hash of something short, such as a passcode, cannot be turned round */
export const keyedHash =
  (key: string): KeyedHash =>
  (...texts) =>
    createHmac('sha256', key).update(JSON.stringify(texts)).digest('hex')
