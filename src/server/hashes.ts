import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { Settings } from './storage/port.ts'

/** The SHA-256 of a text (as UTF-8) or of bytes, as 64 hexadecimal digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

/** A hash of texts under the server's key (HMAC-SHA-256), as 64 hexadecimal digits. Hashes for different purposes are unrelated. */
export type KeyedHash = (purpose: string, ...texts: readonly string[]) => string

/** @param key the server's secret: without it a hash of something short, such as a passcode, cannot be turned round */
export function keyedHash(key: string): KeyedHash {
  const secret = keyOf(key, 'utf8')
  return (...texts) => createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex')
}

/** An HMAC with the bytes themselves takes seven times as long: they become such an object at each call. */
const keyOf = (key: string, encoding: BufferEncoding): KeyObject => createSecretKey(key, encoding)

/** A key of this installation, made at first use. All servers of one database share it. */
async function readKey(settings: Settings, name: string): Promise<KeyObject> {
  const stored = await settings.get(name)
  if (stored !== undefined) return keyOf((stored.value as { readonly key: string }).key, 'base64url')
  // Another server may insert one at the same moment: then that one is read.
  await settings.put(name, { key: randomBytes(32).toString('base64url') }, 0)
  return readKey(settings, name)
}

/** Reads a key of this installation once; 256 bits, in the settings under `name`. */
export function installationKey(settings: Settings, name: string): () => Promise<KeyObject> {
  let reading: Promise<KeyObject> | undefined
  return () => {
    reading ??= readKey(settings, name).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
