import { type KeyObject, randomBytes } from 'node:crypto'
import { keyOf } from '../crypto/hashes.ts'
import type { Settings } from './settings.ts'

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
