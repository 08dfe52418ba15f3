import { createCipheriv, createHash } from 'node:crypto'

// The check of the empty user password in ISO 32000, 7.6. A whole reader of PDF would be much code to run on what strangers send.

/** The revisions of the standard security handler; others are newer or not standardised. */
interface Encryption {
  readonly revision: number
  readonly owner: Buffer
  readonly user: Buffer
  readonly permissions: number
  readonly keyBytes: number
  readonly isMetadataEncrypted: boolean
  /** The first part of the file's id. */
  readonly id: Buffer
}

/** The longest encryption dictionary that is read, in bytes. */
const maxDictionary = 8192

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads the PDF string at a position: `(text)` or `<hexadecimal>`. `text` has one character per byte. */
function stringAt(text: string, start: number): Buffer | undefined {
  if (text[start] === '<') {
    const end = text.indexOf('>', start)
    return end < 0 ? undefined : Buffer.from(text.slice(start + 1, end).replace(/\s+/g, ''), 'hex')
  }
  if (text[start] !== '(') return undefined
  let read = ''
  let depth = 1
  for (let at = start + 1; at < text.length; at += 1) {
    let sign = text[at] ?? ''
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0]
      const next = text[at + 1] ?? ''
      at += octal?.length ?? 1
      if (octal !== undefined) sign = String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      else sign = next === '\n' || next === '\r' ? '' : (escapes[next] ?? next)
    } else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0) return Buffer.from(read, 'latin1')
    read += sign
  }
  return undefined
}

/** The string after a name. */
function stringOf(text: string, name: RegExp): Buffer | undefined {
  const match = name.exec(text)
  return match === null ? undefined : stringAt(text, match.index + match[0].length - 1)
}

const numberOf = (text: string, name: RegExp): number | undefined => {
  const digits = name.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The encryption dictionary of a PDF as text; undefined without one. Neither it nor the reference to it is ever compressed. */
function dictionaryOf(file: string): string | undefined {
  for (let at = file.lastIndexOf('/Encrypt'); at >= 0; at = at === 0 ? -1 : file.lastIndexOf('/Encrypt', at - 1)) {
    const [, direct, number, generation] =
      /^\/Encrypt\s{0,9}(?:(<<)|(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}R)/.exec(file.slice(at, at + 60)) ?? []
    if (direct !== undefined) return file.slice(at, at + maxDictionary)
    if (number === undefined) continue
    const object = `${number} ${generation} obj`
    for (let from = file.indexOf(object); from >= 0; from = file.indexOf(object, from + 1))
      if (!/\d/.test(file[from - 1] ?? '')) return file.slice(from, from + maxDictionary)
  }
  return undefined
}

/** The encryption of a PDF; undefined when it cannot be read. */
function encryptionOf(file: string, dictionary: string): Encryption | undefined {
  const [owner, user] = [stringOf(dictionary, /\/O\s*[(<]/), stringOf(dictionary, /\/U\s*[(<]/)]
  const [revision, permissions] = [numberOf(dictionary, /\/R\s+(\d+)/), numberOf(dictionary, /\/P\s+(-?\d+)/)]
  if (owner === undefined || user === undefined || revision === undefined || permissions === undefined) return undefined
  const bits = numberOf(dictionary, /\/Length\s+(\d{2,3})\b/) ?? 40
  const id = file.lastIndexOf('/ID')
  return {
    revision,
    owner,
    user,
    permissions,
    keyBytes: revision === 2 ? 5 : revision === 4 ? 16 : Math.min(16, Math.max(5, bits / 8)),
    isMetadataEncrypted: !/\/EncryptMetadata\s+false/.test(dictionary),
    id: (id < 0 ? undefined : stringOf(file.slice(id, id + 300), /^\/ID\s*\[\s*[(<]/)) ?? Buffer.alloc(0),
  }
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()

/** RC4, which OpenSSL no longer offers. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n)
  const swap = (a: number, b: number): void => {
    const [first = 0, second = 0] = [state[a], state[b]]
    state[a] = second
    state[b] = first
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  }) as Buffer
}

/** Whether the empty password opens a file of revision 2 to 4 (algorithms 2, 4 and 5). */
function opensEarly({ revision, owner, user, permissions, keyBytes, isMetadataEncrypted, id }: Encryption): boolean {
  const allowed = Buffer.alloc(4)
  allowed.writeInt32LE(permissions | 0)
  const more = revision >= 4 && !isMetadataEncrypted ? [Buffer.alloc(4, 0xff)] : []
  let key = md5(padding, owner.subarray(0, 32), allowed, id, ...more).subarray(0, keyBytes)
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
  for (let n = 0; n < 50; n += 1) key = md5(key).subarray(0, keyBytes)
  let check = md5(padding, id)
  for (let n = 0; n < 20; n += 1) check = rc4(key.map((byte) => byte ^ n) as Buffer, check)
  return check.equals(user.subarray(0, 16))
}

/** Whether the empty password opens a file of revision 5 or 6 (algorithms 2.B and 11). */
function opensLate({ revision, user }: Encryption): boolean {
  const hash = (name: string, data: Buffer): Buffer => createHash(name).update(data).digest()
  let key = hash('sha256', user.subarray(32, 40))
  for (let round = 0, last = 0; revision >= 6 && (round < 64 || last > round - 32); round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const data = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)))
    const remainder = data.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = hash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256', data)
    last = data.at(-1) ?? 0
  }
  return key.subarray(0, 32).equals(user.subarray(0, 32))
}

/**
 * Whether nobody can open a PDF without a password or a certificate. A file that only has an owner's password, which forbids changes, opens. False if the
 * encryption cannot be judged.
 * @param file one character per byte
 */
export function needsPassword(file: string): boolean {
  const dictionary = dictionaryOf(file)
  if (dictionary === undefined) return false
  if ((/\/Filter\s*\/(\w+)/.exec(dictionary)?.[1] ?? 'Standard') !== 'Standard') return true
  const encryption = encryptionOf(file, dictionary)
  if (encryption === undefined) return false
  if (encryption.revision >= 2 && encryption.revision <= 4) return !opensEarly(encryption)
  return encryption.revision <= 6 && !opensLate(encryption)
}
