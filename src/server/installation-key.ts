import { randomBytes } from 'node:crypto'
import type { Settings } from './storage/port.ts'

/** A key of this installation, made at first use. All servers of one database share it. */
async function readKey(settings: Settings, name: string): Promise<Buffer> {
  const stored = await settings.get(name)
  if (stored !== undefined) return Buffer.from((stored.value as { readonly key: string }).key, 'base64url')
  // Another server may insert one at the same moment: then that one is read.
  await settings.put(name, { key: randomBytes(32).toString('base64url') }, 0)
  return readKey(settings, name)
}

/** Reads a key of this installation once; 256 bits, in the settings under `name`. */
export function installationKey(settings: Settings, name: string): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined
  return () => {
    reading ??= readKey(settings, name).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
