import { createHmac } from 'node:crypto'

/** A hash of texts under the server's key (HMAC-SHA-256), as 64 hexadecimal digits. Hashes for different purposes are unrelated. */
export type KeyedHash = (purpose: string, ...texts: readonly string[]) => string

/** @param key the server's secret: without it a hash of something short, such as a passcode, cannot be turned round */
export const keyedHash =
  (key: string): KeyedHash =>
  (...texts) =>
    createHmac('sha256', key).update(JSON.stringify(texts)).digest('hex')
