import type { Context } from 'hono'
import { AppError } from '../../shared/errors.ts'
import { type Held, inFlight } from './ceiling.ts'
import { boundaryOf, partsOf } from './multipart.ts'
import { paces, watchPace } from './pace.ts'
import { release, type Sent, sentOf } from './sent.ts'

/** An uploaded file. Its bytes are valid until the request is answered. */
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

const unreadable = (message: string, status: 400 | 408 | 413 | 415 | 422): AppError =>
  new AppError('FORM_VALIDATION_FAILED', { message, status })

const tooLarge = (): AppError => unreadable('This is too large to be sent. Please shorten it, or choose a smaller file.', 413)

/** If we close the connection while a client still sends, it sees a reset instead of our response. So up to this many bytes are read and discarded. */
const maxDiscardedBytes = 64 * 1024 * 1024

/** The value of the `Content-Length` header; undefined when there is none. */
const contentLength = (sent: Sent): number | undefined => {
  const length = Number(sent.header('content-length') ?? Number.NaN)
  return Number.isSafeInteger(length) ? length : undefined
}

/**
 * Reads a body of at most `max` bytes into one buffer, which is allocated before the first byte arrives.
 * @param held lets the ceiling end the reading when others wait for the memory
 * @throws AppError 400, 408 or 413
 */
async function readBytes(sent: Sent, max: number, kind: keyof typeof paces, held?: Held): Promise<Uint8Array<ArrayBuffer>> {
  const announced = contentLength(sent)
  if ((announced ?? 0) > maxDiscardedBytes) throw tooLarge()
  const length = announced ?? max
  const memory = Buffer.allocUnsafeSlow(length > max ? 0 : length)
  let size = 0
  let isOver = false
  const late = Promise.withResolvers<never>()
  const end = (): void => late.reject(unreadable('The request took too long to arrive.', 408))
  const pace = watchPace(paces[kind], end)
  if (held !== undefined) held.end = end
  const ended = new Promise<void>((resolve, reject) => {
    const onPiece = (piece: Uint8Array): void => {
      if (!isOver && size + piece.byteLength <= memory.byteLength) memory.set(piece, size)
      // Bytes that are discarded add no time.
      if (size < max) pace.add(piece.byteLength)
      size += piece.byteLength
      if (size > maxDiscardedBytes) resolve()
    }
    // A 400, because the client disconnected: it is not an error of the server. Nobody reads the response.
    sent.read(onPiece).then(resolve, () => reject(unreadable('The request ended before it was complete.', 400)))
  })
  try {
    await Promise.race([ended, late.promise])
    if (size > memory.byteLength) throw tooLarge()
    return memory.subarray(0, size)
  } catch (error) {
    release(memory.buffer)
    throw error
  } finally {
    isOver = true
    pace.stop()
    if (held !== undefined) held.end = undefined
  }
}

/**
 * A body that announces at most this many bytes is read at once. Only larger ones wait for the ceiling: otherwise a few connections that announce much and
 * send nothing would stop every form and the sign-in.
 */
const smallBytes = 64 * 1024

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

/** More values than any form has, even with every box ticked. */
const maxValues = 1_000

const codeOf = (character: string): number => character.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const colon = codeOf(':')
const comma = codeOf(',')
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

/** Whether a body has more than `max` of `separator`. It does not parse the body, which would cost far more. */
function hasTooMany(body: Uint8Array<ArrayBuffer>, separator: string, max: number): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let count = 0
  for (let at = text.indexOf(separator); at >= 0 && count <= max; at = text.indexOf(separator, at + separator.length)) count += 1
  return count > max
}

/**
 * Form decoders silently replace invalid UTF-8 by U+FFFD. So a value with U+FFFD is invalid, unless the body itself contains that character.
 * @throws AppError 422 for invalid UTF-8
 */
function refuseDamaged(fields: Body['fields'], body: Uint8Array<ArrayBuffer>): void {
  if (!JSON.stringify(fields).includes('\ufffd')) return
  const sent = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
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

const typeOf = (sent: Sent): string => (sent.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** Does not remove a byte order mark. */
const textDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const notForm = (): AppError => unreadable('The request is not a valid form.', 422)

function readMultipart(body: Uint8Array<ArrayBuffer>, contentType: string, caps: Caps): Body {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) throw notForm()
  const { fields, add } = fieldCollector()
  const files = new Map<string, SentFile>()
  let parts = 0
  let size = 0
  for (const { name, fileName, type, bytes } of partsOf(body, boundary, (part) => utf8(part, textDecoder), notForm)) {
    parts += 1
    if (parts > caps.names) throw tooLarge()
    if (fileName !== undefined) {
      if (files.has(name)) throw unreadable('Only one file can be sent for a field.', 422)
      files.set(name, { name: fileName, type, bytes })
      continue
    }
    size += name.length + bytes.byteLength
    if (size > caps.text) throw tooLarge()
    add(name, utf8(bytes, textDecoder))
  }
  return { fields, files }
}

function readUrlencoded(body: Uint8Array<ArrayBuffer>, caps: Caps): Body {
  if (hasTooMany(body, '&', caps.names)) throw tooLarge()
  const { fields, add } = fieldCollector()
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) add(name, value)
  refuseDamaged(fields, body)
  return { fields, files: none }
}

/**
 * Reads a body within `caps` and calls `use` with it: JSON, urlencoded, multipart, or JSON as text/plain, which `no-cors` sends. A request over 64 KB first
 * waits until the ceiling allows its size (see ceiling.ts). The body's memory is freed when `use` has ended.
 * @throws AppError 400, 408, 413, 415 or 422 when the body cannot be read; 503 when the request waits too long
 */
export async function withBody<T>(sent: Sent, caps: Caps, use: (body: Body) => Promise<T> | T): Promise<T> {
  const type = typeOf(sent)
  const isMultipart = type === 'multipart/form-data'
  const isJson = type === 'application/json' || type === 'text/plain' || type.endsWith('+json')
  if (!isMultipart && !isJson && type !== 'application/x-www-form-urlencoded')
    throw unreadable('This content type is not supported. Send JSON or a form.', 415)
  const kind = isMultipart ? 'files' : 'text'
  const announced = contentLength(sent) ?? caps[kind]
  const read = async (held?: Held): Promise<T> => {
    const body = await readBytes(sent, caps[kind], kind, held)
    try {
      if (isMultipart) return await use(readMultipart(body, sent.header('content-type') ?? '', caps))
      if (!isJson) return await use(readUrlencoded(body, caps))
      if (isTooMuchJson(body, caps)) throw tooLarge()
      return await use({ fields: readJson(utf8(body)), files: none })
    } finally {
      release(body.buffer)
    }
  }
  // A body that is too large is discarded and needs no memory.
  return announced <= smallBytes || announced > caps[kind] ? read() : inFlight[kind].hold(announced, read)
}

const callCaps: Caps = { text: 1024 * 1024, files: 1024 * 1024, names: 2_000, levels: 8 }

/** The limits of a call about a thousand applications, each with its id and what the reviewer saw of it. */
export const groupCaps: Caps = { ...callCaps, names: 4_000 }

/** Reads the body of a desk or sign-in call. @throws AppError, see `withBody` */
export const readObject = (context: Context, caps = callCaps): Promise<Readonly<Record<string, unknown>>> =>
  withBody(sentOf(context), caps, ({ fields }) => fields)

/** Like `readObject`, but an empty body is `{}`. The headers do not tell whether a chunked body is empty. */
export async function readOptionalObject(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const sent = sentOf(context)
  const body = await readBytes(sent, callCaps.text, 'text')
  if (body.byteLength === 0) return {}
  return withBody({ header: sent.header, read: async (onPiece) => onPiece(body) }, callCaps, ({ fields }) => fields)
}
