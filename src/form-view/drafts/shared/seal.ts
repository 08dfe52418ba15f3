/** The two values in a link: the id under which the server stores the draft, and the key, which never leaves the browser. */
export interface Keys {
  readonly id: string
  readonly key: CryptoKey
}

const encoder = new TextEncoder()

const toText = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** A new secret for a link: 256 random bits in base64url. */
export const newSecret = (): string => toText(crypto.getRandomValues(new Uint8Array(32)))

/** Whether a text has the format of a secret. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Derives id and key from a secret (HKDF, SHA-256). Neither reveals the other. */
export async function keysOf(secret: string): Promise<Keys> {
  const { subtle } = crypto
  const base = await subtle.importKey('raw', toBytes(secret), 'HKDF', false, ['deriveBits', 'deriveKey'])
  const about = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(info) })
  const id = await subtle.deriveBits(about('kolam shared draft: id'), base, 128)
  const key = await subtle.deriveKey(about('kolam shared draft: key'), base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return { id: toText(new Uint8Array(id)), key }
}

const ivLength = 12

/** Encrypts a value as JSON with AES-GCM. Returns the random initialisation vector and the ciphertext in base64url. */
export async function seal({ key }: Keys, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const text = encoder.encode(JSON.stringify(value))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text))
  const all = new Uint8Array(ivLength + sealed.length)
  all.set(iv)
  all.set(sealed, ivLength)
  return toText(all)
}

/** Decrypts the result of `seal`. @throws Error if it was made with another key, or was changed */
export async function unseal({ key }: Keys, sealed: string): Promise<unknown> {
  const all = toBytes(sealed)
  const iv = all.subarray(0, ivLength)
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, all.subarray(ivLength))))
}
