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

/** Only this draft at this revision decrypts: a server cannot return another or an earlier one in its place. */
const algorithm = ({ id }: Keys, revision: number, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(`${id} ${revision}`),
})

/** Encrypts a value as JSON with AES-GCM. Returns the random initialisation vector and the ciphertext in base64url. */
export async function seal(keys: Keys, revision: number, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const sealed = await crypto.subtle.encrypt(algorithm(keys, revision, iv), keys.key, encoder.encode(JSON.stringify(value)))
  return toText(new Uint8Array(await new Blob([iv, sealed]).arrayBuffer()))
}

/** Decrypts the result of `seal`. @throws Error if it was made with another key, for another revision, or was changed */
export async function unseal(keys: Keys, revision: number, sealed: string): Promise<unknown> {
  const all = toBytes(sealed)
  const text = await crypto.subtle.decrypt(algorithm(keys, revision, all.slice(0, ivLength)), keys.key, all.slice(ivLength))
  return JSON.parse(new TextDecoder().decode(text))
}
