const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** The id (UUID version 7) that the same moment and the same 16 bytes always give; the bytes count from the seventh on. */
export function idFrom(at: Date, bytes: Uint8Array): string {
  const words = new DataView(bytes.buffer, bytes.byteOffset, 16)
  const time = hex(Math.max(0, at.getTime()), 12)
  const random = words.getUint32(6) & 0x7fffffff
  const [upper, variant] = [0x7000 | (random >>> 20), 0x8000 | ((random >>> 6) & 0x3fff)]
  const last = ((random & 0x3f) << 10) | (words.getUint16(10) & 0x3ff)
  return `${time.slice(0, 8)}-${time.slice(8)}-${hex(upper, 4)}-${hex(variant, 4)}-${hex(last, 4)}${hex(words.getUint32(12), 8)}`
}

/** Random bytes for the next ids: a call for sixteen costs three times what the id does. */
const random = new Uint8Array(4096)
let unused = 0

/** A new id: unique without asking anyone, and in the order of time as text. */
export function newId(at: Date): string {
  if (unused === 0) unused = crypto.getRandomValues(random).length
  unused -= 16
  return idFrom(at, random.subarray(unused, unused + 16))
}

/**
 * The 25 random bits of an id that its kolam is drawn from: the third and fourth group. The idempotency key of a draft and the id of its
 * application share them, so that the drawing is known from the first keystroke; they have nothing else in common.
 */
export const seedOf = (id: string): string => id.slice(14, 23)

/** `id` with the seed of `other`; `id` as it is if `other` is no id. */
export const withSeedOf = (other: string | undefined, id: string): string =>
  other !== undefined && isId(other) ? id.slice(0, 14) + seedOf(other) + id.slice(23) : id

/** Whether a text is one of our ids: of their shape, which holds nothing but hexadecimal digits and hyphens. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)

/** When an id was made, milliseconds since 1970. */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** What a person is told as the reference of an application: its id's last eight characters, which are random, in capitals. */
export const reference = (id: string): string => id.slice(-8).toUpperCase()
