const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** The id (UUID version 7) of a moment and 16 bytes, of which the first six are not used. Equal inputs give equal ids. */
export function idFrom(at: Date, bytes: Uint8Array): string {
  const words = new DataView(bytes.buffer, bytes.byteOffset, 16)
  const time = hex(Math.max(0, at.getTime()), 12)
  const random = words.getUint32(6) & 0x7fffffff
  const upper = 0x7000 | (random >>> 20)
  const variant = 0x8000 | ((random >>> 6) & 0x3fff)
  const last = ((random & 0x3f) << 10) | (words.getUint16(10) & 0x3ff)
  return `${time.slice(0, 8)}-${time.slice(8)}-${hex(upper, 4)}-${hex(variant, 4)}-${hex(last, 4)}${hex(words.getUint32(12), 8)}`
}

/** A buffer of random bytes for the next ids, because a call for 16 bytes takes three times as long as the rest of the id. */
const random = new Uint8Array(4096)
let unused = 0

/** A new id. It is unique without coordination, and ids sort by time as text. */
export function newId(at: Date): string {
  if (unused === 0) unused = crypto.getRandomValues(random).length
  unused -= 16
  return idFrom(at, random.subarray(unused, unused + 16))
}

/**
 * The 25 random bits of an id from which its kolam is drawn: the third and fourth group. The idempotency key of a draft and the id of its
 * application share only these, so that the drawing is known from the first keystroke.
 */
export const seedOf = (id: string): string => id.slice(14, 23)

/** `id` with the seed of `other`; unchanged if `other` is not an id. */
export const withSeedOf = (other: string | undefined, id: string): string =>
  other !== undefined && isId(other) ? id.slice(0, 14) + seedOf(other) + id.slice(23) : id

/** Whether a text has the format of our ids, which contain only hexadecimal digits and hyphens. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)

/** Whether a text can be the id of an application: one that was imported may have an id of its own, such as `17`. */
export const isApplicationId = (text: string): boolean => /^[\x21-\x7e]{1,100}$/.test(text)

/** When an id was made, in milliseconds since 1970. */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The reference of an application, as people see it: the last eight characters of its id, which are random, in capitals. */
export const reference = (id: string): string => id.slice(-8).toUpperCase()
