import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { Settings } from '../database/settings.ts'

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
const keyOf = (key: string, encoding: BufferEncoding): KeyObject => createSecretKey(key, encoding)

/** Reads a key of this installation, or creates it at first use. All nodes share it. */
async function readKey(settings: Settings, name: string): Promise<KeyObject> {
  const stored = await settings.get(name)
  if (stored !== undefined) return keyOf((stored.value as { readonly key: string }).key, 'base64url')
  // Read again, because another node may have inserted a key at the same time.
  await settings.put(name, { key: randomBytes(32).toString('base64url') }, 0)
  return readKey(settings, name)
}

/** Makes a function that reads a key of this installation once: 256 bits, in the settings under `name`. */
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
