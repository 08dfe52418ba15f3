import { isObject, parseJson } from '../shared/json.ts'

/** The properties of an arrival; all are optional. They come from the sender and are untrusted text. */
const parts = ['page', 'referrer', 'source', 'medium', 'campaign', 'term', 'content'] as const

/**
 * One arrival: `page` is the path of the page, `referrer` the host of the referring page (missing for our own pages), the rest are the UTM parameters
 * of the URL.
 */
export type Touch = { readonly [Part in (typeof parts)[number]]?: string }

/** How an applicant found the site: the first arrival of the visit, and the last one before the form was sent. */
export interface Origin {
  readonly first?: Touch
  readonly last?: Touch
}

/** In characters. Our own script never sends more. */
const maxTextLength = 4_000
/** The maximum length of one part, in characters. */
const maxPartLength = 120

/** Cuts a text to one short line without control characters and bidirectional characters. */
const clean = (text: string): string =>
  [...text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')]
    .slice(0, maxPartLength)
    .join('')
    .trim()

function readPart(part: (typeof parts)[number], value: unknown): string {
  if (typeof value !== 'string' || value.length > maxTextLength) return ''
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

const parse = (text: string): unknown => (text.length > maxTextLength ? undefined : parseJson(text))

/** Parses the origin of a submission, an object or JSON text. An invalid one is no fault; it gives null. */
export function readOrigin(raw: unknown): Origin | null {
  const value = typeof raw === 'string' ? parse(raw) : raw
  if (!isObject(value)) return null
  const first = readTouch(value.first)
  const last = readTouch(value.last)
  return first === undefined && last === undefined ? null : { ...(first && { first }), ...(last && { last }) }
}

/** An arrival at a page of the site, from its URL; null for an invalid URL. */
export function touchOf(address: string): Touch | null {
  if (!URL.canParse(address)) return null
  const { pathname, searchParams } = new URL(address)
  const values = parts.map((part) => [part, part === 'page' ? pathname : searchParams.get(`utm_${part}`)] as const)
  return readTouch(Object.fromEntries(values.filter(([part]) => part !== 'referrer'))) ?? null
}
