import { Busboy } from '@fastify/busboy'
import type { Context } from 'hono'
import { second } from '../../shared/dates.ts'
import type { AppError } from '../../shared/errors.ts'
import { maxStallMs } from '../../shared/upload-times.ts'
import { readPieces, tooLarge, unreadable } from './body-pieces.ts'

/** An uploaded file. */
interface SentFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A parsed body: values and files by field name. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: ReadonlyMap<string, SentFile>
}

/** The limits of a body, so that parsing it is cheap. */
export interface Caps {
  /** Bytes of a body without files; in a body with files, the bytes of all parts that are not files. */
  readonly text: number
  /** Bytes of a body with files. */
  readonly files: number
  /** The number of names, those of files included. A repeated name counts each time. */
  readonly names: number
  /** The nesting depth of objects and lists inside the object of a JSON body. */
  readonly levels: number
}

/** How long a body without files may send nothing. One with files has `maxStallMs`. */
const maxTextStallMs = 5 * second

/** Reads a body without files, and calls `use` with its bytes. @throws AppError, see `readPieces` */
function withBytes<T>(context: Context, max: number, use: (bytes: Buffer<ArrayBuffer>) => T | Promise<T>): Promise<T> {
  const pieces: Buffer[] = []
  return readPieces(
    context,
    max,
    maxTextStallMs,
    (piece) => void pieces.push(piece),
    () => use(Buffer.concat(pieces)),
  )
}

/** More values than any form has, even with every box ticked. */
const maxValues = 1_000

const codeOf = (character: string): number => character.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const colon = codeOf(':')
const comma = codeOf(',')
const ampersand = codeOf('&')
const plus = codeOf('+')
const space = codeOf(' ')
const opening = [codeOf('{'), codeOf('[')]
const closing = new Set([codeOf('}'), codeOf(']')])

/** Whether bytes contain more than `max` of these characters. The native search makes it fast for ordinary forms. */
function hasMore(bytes: Uint8Array, characters: readonly number[], max: number): boolean {
  let count = 0
  for (const code of characters)
    for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 1)) {
      count += 1
      if (count > max) return true
    }
  return false
}

/** Whether a JSON text has more names, values or levels than `caps`. It does not parse the text, which would cost far more. */
function isTooMuchJson(bytes: Uint8Array, { names, levels }: Caps): boolean {
  // Below these counts, strings included, no limit can be exceeded.
  if (!hasMore(bytes, [colon], names) && !hasMore(bytes, [comma], maxValues) && !hasMore(bytes, opening, levels + 1)) return false
  let inText = false
  let level = 0
  let named = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === colon) named += 1
    else if (byte === comma) values += 1
    else if (opening.includes(byte)) level += 1
    else if (closing.has(byte)) level -= 1
    if (level > levels + 1 || named > names || values > Math.max(maxValues, names)) return true
  }
  return false
}

const notText = (): AppError => unreadable('The request is not valid UTF-8 text.', 422)

const decoder = new TextDecoder('utf-8', { fatal: true })

/** @throws AppError 422 for invalid UTF-8 */
function utf8(bytes: Uint8Array, by = decoder): string {
  try {
    return by.decode(bytes)
  } catch {
    throw notText()
  }
}

/** Parses a JSON object. @throws AppError 422 for anything else */
function readJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('The request is not valid JSON.', 422)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable('The request must be a JSON object.', 422)
  return value as Record<string, unknown>
}

/**
 * Form decoders silently replace invalid UTF-8 by U+FFFD. So a value with U+FFFD is invalid, unless the body itself contains that character.
 * @throws AppError 422 for invalid UTF-8
 */
function refuseDamaged(fields: Body['fields'], sent: Buffer): void {
  if (!JSON.stringify(fields).includes('\ufffd')) return
  if (!sent.includes('\ufffd') && !/%ef%bf%bd/i.test(sent.toString('latin1'))) throw notText()
}

/** Collects values by name. The values of a repeated name become a list. Browsers send line breaks as CR LF; they become LF. */
function fieldCollector() {
  const fields: Record<string, string | string[]> = Object.create(null)
  const add = (name: string, value: string): void => {
    const text = value.replace(/\r\n/g, '\n')
    const earlier = fields[name]
    if (earlier === undefined) fields[name] = text
    else if (Array.isArray(earlier)) earlier.push(text)
    else fields[name] = [earlier, text]
  }
  return { fields, add }
}

const none: Body['files'] = new Map()

/** Does not remove a byte order mark. */
const textDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const notForm = (): AppError => unreadable('The request is not a valid form.', 422)

/** Decodes quotes and line ends as browsers encode them in names. */
const unescaped = (name: string): string => name.replace(/%(22|0a|0d)/gi, (code) => decodeURIComponent(code))

/** The parser gets a body in slices: it takes long for many small parts, and too many are noticed after a slice. */
const sliceBytes = 4 * 1024

/** @throws AppError 422 for a type without a boundary, or with one that the parser refuses, as it does long ones */
function busboyFor(contentType: string, { names }: Caps) {
  const headers = { 'content-type': contentType }
  try {
    return new Busboy({ headers, preservePath: true, isPartAFile: () => true, limits: { parts: names + 1 } })
  } catch {
    throw notForm()
  }
}

/** Parses a multipart form while it arrives. A part in base64, which browsers do not send, is malformed. */
function multipartParser(contentType: string, caps: Caps) {
  const parts: { readonly name: string; readonly fileName: string | undefined; readonly type: string; pieces: Buffer[] }[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {})
  let fault: AppError | undefined
  const fail = (error: AppError): void => {
    fault ??= error
    reject(fault)
    parser.destroy()
  }
  const malformed = (): void => fail(notForm())
  let size = 0
  const parser = busboyFor(contentType, caps)
  parser.on('file', (name: string | undefined, content, fileName: string | undefined, encoding, type) => {
    const pieces: Buffer[] = []
    const count = (bytes: number): void => {
      size += fileName === undefined ? bytes : 0
      if (size > caps.text || parts.length > caps.names) fail(tooLarge())
    }
    if (name === undefined || encoding === 'base64') malformed()
    parts.push({ name: unescaped(name ?? ''), fileName: fileName && unescaped(fileName), type, pieces })
    count(name?.length ?? 0)
    content.on('error', malformed).on('data', (piece: Buffer) => {
      pieces.push(piece)
      count(piece.byteLength)
    })
  })
  parser.on('error', malformed).on('finish', resolve)

  return {
    /** @throws AppError 413 or 422 */
    write(piece: Buffer): void {
      for (let at = 0; at < piece.byteLength; at += sliceBytes) {
        if (fault !== undefined) throw fault
        parser.write(piece.subarray(at, at + sliceBytes))
      }
    },
    /** @throws AppError 413 or 422 */
    end: async (): Promise<Body> => {
      parser.end()
      await promise
      const { fields, add } = fieldCollector()
      const files = new Map<string, SentFile>()
      for (const { name, fileName, type, pieces } of parts) {
        const bytes = Buffer.concat(pieces)
        if (fileName === undefined) add(name, utf8(bytes, textDecoder))
        else if (files.has(name)) throw unreadable('Only one file can be sent for a field.', 422)
        else files.set(name, { name: fileName, type, bytes })
      }
      return { fields, files }
    },
  }
}

function readUrlencoded(body: Buffer, caps: Caps): Body['fields'] {
  if (hasMore(body, [ampersand], caps.names)) throw tooLarge()
  const { fields, add } = fieldCollector()
  // The parser cuts a slice at each plus sign, which takes twenty times as long.
  for (let at = 0; at < body.length; at += 1) if (body[at] === plus) body[at] = space
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) add(name, value)
  refuseDamaged(fields, body)
  return fields
}

const typeOf = (context: Context): string => (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** How a body of this type is parsed: JSON, which `no-cors` sends as text/plain, or urlencoded. @throws AppError 415 for another type */
function textParser(type: string): (body: Buffer, caps: Caps) => Body['fields'] {
  if (type === 'application/x-www-form-urlencoded') return readUrlencoded
  if (type !== 'application/json' && type !== 'text/plain' && !type.endsWith('+json'))
    throw unreadable('This content type is not supported. Send JSON or a form.', 415)
  return (body, caps) => {
    if (isTooMuchJson(body, caps)) throw tooLarge()
    return readJson(utf8(body))
  }
}

/**
 * Reads a body within `caps`, JSON, urlencoded or multipart, and calls `use` with it. Its memory counts until `use` has ended.
 * @throws AppError 400, 408, 413, 415 or 422 when the body cannot be read; 503 when it waits too long for memory
 */
export async function withBody<T>(context: Context, caps: Caps, use: (body: Body) => Promise<T> | T): Promise<T> {
  const type = typeOf(context)
  if (type === 'multipart/form-data') {
    const { write, end } = multipartParser(context.req.header('content-type') ?? '', caps)
    return readPieces(context, caps.files, maxStallMs, write, async () => use(await end()))
  }
  const parse = textParser(type)
  return withBytes(context, caps.text, (bytes) => use({ fields: parse(bytes, caps), files: none }))
}

const kilobyte = 1024

/** The limit of a body with an address, a code or a token, bytes. */
export const shortBytes = 4 * kilobyte

/** Reads a file that is the whole body, of at most `max` bytes, and calls `use` with it. @throws AppError, see `withBody` */
export function withFile<T>(context: Context, max: number, use: (bytes: Uint8Array<ArrayBuffer>) => Promise<T> | T): Promise<T> {
  const pieces: Buffer[] = []
  return readPieces(
    context,
    max,
    maxStallMs,
    (piece) => void pieces.push(piece),
    () => use(Buffer.concat(pieces)),
  )
}

const callCaps = { names: 2_000, levels: 8 }
const maxCallBytes = 1024 * kilobyte

/** The names in a call about a thousand applications, each with its id and what the reviewer saw of it. */
export const groupNames = 4_000

/** Reads the body of a call, of at most `max` bytes and `names`. @throws AppError, see `withBody` */
export const readObject = (context: Context, max = maxCallBytes, names = callCaps.names): Promise<Body['fields']> =>
  withBody(context, { ...callCaps, names, text: max, files: max }, ({ fields }) => fields)

/** Like `readObject`, but an empty body is `{}`. The headers do not tell whether a chunked body is empty. */
export const readOptionalObject = (context: Context): Promise<Body['fields']> =>
  withBytes(context, maxCallBytes, (bytes) =>
    bytes.byteLength === 0 ? {} : textParser(typeOf(context))(bytes, { ...callCaps, text: maxCallBytes, files: 0 }),
  )
