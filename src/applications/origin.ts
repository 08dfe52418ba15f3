import { isObject, parseJson } from '../shared/json.ts'

/** The properties of an arrival, each optional. They come from the sender and are untrusted text. */
const parts = ['page', 'referrer', 'source', 'medium', 'campaign', 'term', 'content'] as const

/**
 * One arrival: `page` is the path that it came to, `referrer` the host that led there (none for one of our own pages), the rest are the address's
 * UTM parameters.
 */
export type Touch = { readonly [Part in (typeof parts)[number]]?: string }

/** How an applicant came to the site: the visit's first arrival, and its last before the form was sent. */
export interface Origin {
  readonly first?: Touch
  readonly last?: Touch
}

/** In characters; more than the site's own script ever sends. */
const mostText = 4_000
/** Of one part, in characters. */
const mostPart = 120

/** One short line, without control characters and controls of direction. */
const clean = (text: string): string =>
  [...text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')]
    .slice(0, mostPart)
    .join('')
    .trim()

function readPart(part: (typeof parts)[number], value: unknown): string {
  if (typeof value !== 'string' || value.length > mostText) return ''
  const text = clean(value)
  if (part === 'page') return text.startsWith('/') ? (text.split(/[?#]/)[0] ?? '') : ''
  if (part === 'referrer') return /^[a-z0-9._-]+(:\d+)?$/i.test(text) ? text.toLowerCase() : ''
  return text
}

function readTouch(value: unknown): Touch | undefined {
  if (!isObject(value)) return undefined
  const read = parts.map((part) => [part, readPart(part, value[part])] as const).filter(([, text]) => text !== '')
  return read.length === 0 ? undefined : Object.fromEntries(read)
}

const parse = (text: string): unknown => (text.length > mostText ? undefined : parseJson(text))

/** Parses the origin of a submission, an object or JSON text; null if it is not readable, which is no fault. */
export function readOrigin(raw: unknown): Origin | null {
  const value = typeof raw === 'string' ? parse(raw) : raw
  if (!isObject(value)) return null
  const [first, last] = [readTouch(value.first), readTouch(value.last)]
  return first === undefined && last === undefined ? null : { ...(first && { first }), ...(last && { last }) }
}

/** An arrival at a page of the site, from its URL; null for an invalid URL. */
export function touchOf(address: string): Touch | null {
  if (!URL.canParse(address)) return null
  const { pathname, searchParams } = new URL(address)
  const values = parts.map((part) => [part, part === 'page' ? pathname : searchParams.get(`utm_${part}`)] as const)
  return readTouch(Object.fromEntries(values.filter(([part]) => part !== 'referrer'))) ?? null
}
