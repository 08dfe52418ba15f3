import type { Context } from 'hono'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { inFlight } from './ceiling.ts'
import { boundaryOf, partsOf } from './multipart.ts'
import { release, type Sent, sentOf } from './sent.ts'

/** A file as it was sent. Its bytes are of use until the request is answered. */
export interface SentFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A body as it was sent: values by name, and the files. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: ReadonlyMap<string, SentFile>
}

const unreadable = (message: string, status: 400 | 408 | 413 | 415 | 422): AppError =>
  new AppError('FORM_VALIDATION_FAILED', { message, status })

const tooLarge = (): AppError => unreadable('This is too large to be sent. Please shorten it, or choose a smaller file.', 413)

/** A client that is cut off while it still sends sees a broken connection, not our answer: so much is read on and forgotten. Bytes. */
const patience = 64 * 1024 * 1024

/** How long a body without files may take, and one with files. Milliseconds. */
const longestRead = { text: 30 * second, files: 120 * second } as const

/** How many bytes a body is said to have; undefined when that is not said. */
const announcedBy = (sent: Sent): number | undefined => {
  const length = Number(sent.header('content-length') ?? Number.NaN)
  return Number.isSafeInteger(length) ? length : undefined
}

/** The bytes of a request's body, `most` at most. They are in one piece of memory from the first on, which is taken up as they come. */
async function bytes(sent: Sent, most: number, kind: keyof typeof longestRead): Promise<Uint8Array<ArrayBuffer>> {
  const announced = announcedBy(sent)
  if ((announced ?? 0) > patience) throw tooLarge()
  const length = announced ?? most
  const memory = Buffer.allocUnsafeSlow(length > most ? 0 : length)
  let size = 0
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreadable('The request took too long to arrive.', 408)), longestRead[kind])
  })
  const ended = new Promise<void>((resolve, reject) => {
    const onPiece = (piece: Uint8Array): void => {
      if (!isOver && size + piece.byteLength <= memory.byteLength) memory.set(piece, size)
      size += piece.byteLength
      if (size > patience) resolve()
    }
    // the client went away while it sent: no fault of ours, and nobody is left to read this
    sent.read(onPiece).then(resolve, () => reject(unreadable('The request ended before it was whole.', 400)))
  })
  try {
    await Promise.race([ended, late])
    if (size > memory.byteLength) throw tooLarge()
    return memory.subarray(0, size)
  } catch (error) {
    release(memory.buffer)
    throw error
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** What a body may be at most, so that reading it costs little. */
export interface Caps {
  /** Bytes of a body without files; in one with files, bytes of all that is no file. */
  readonly text: number
  /** Bytes of a body with files. */
  readonly files: number
  /** Names, each time that it is given. */
  readonly names: number
  /** Objects and lists inside the object that a JSON body is. */
  readonly levels: number
}

/** More values than any form has, however many boxes are ticked. */
const mostValues = 1_000

const sign = (character: string): number => character.charCodeAt(0)
const [quote, backslash, colon, comma] = [sign('"'), sign('\\'), sign(':'), sign(',')] as const
const opening = [sign('{'), sign('[')]
const closing = new Set([sign('}'), sign(']')])

/** Whether bytes have more than `most` of one of these signs; at the speed of the memory for what a form sends. */
function hasMore(bytes: Uint8Array, signs: readonly number[], most: number): boolean {
  let count = 0
  for (const code of signs)
    for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 1)) {
      count += 1
      if (count > most) return true
    }
  return false
}

/** Whether a JSON text has more names, values or levels than `caps`; found without taking it apart, which costs far more. */
function isTooMuchJson(bytes: Uint8Array, { names, levels }: Caps): boolean {
  // what has no more signs, in texts or between them, needs no closer look
  if (!hasMore(bytes, [colon], names) && !hasMore(bytes, [comma], mostValues) && !hasMore(bytes, opening, levels + 1))
    return false
  let [inText, level, named, values] = [false, 0, 0, 0]
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
    if (level > levels + 1 || named > names || values > Math.max(mostValues, names)) return true
  }
  return false
}

const notText = (): AppError => unreadable('The request is not valid UTF-8 text.', 422)

const decoder = new TextDecoder('utf-8', { fatal: true })

/** @throws AppError 422 for bytes that are no UTF-8 */
function utf8(bytes: Uint8Array, by = decoder): string {
  try {
    return by.decode(bytes)
  } catch {
    throw notText()
  }
}

/** A JSON object; anything else cannot be what was meant. */
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

/** Whether a body has more than `most` of `separator`; found without taking it apart, which costs far more. */
function hasTooMany(body: Uint8Array<ArrayBuffer>, separator: string, most: number): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let count = 0
  for (let at = text.indexOf(separator); at >= 0 && count <= most; at = text.indexOf(separator, at + separator.length)) count += 1
  return count > most
}

/**
 * Decoders of forms put U+FFFD in the place of bytes that are no UTF-8, silently: text that has it where nobody sent it was damaged.
 * @throws AppError 422 for such text
 */
function refuseDamaged(fields: Body['fields'], body: Uint8Array<ArrayBuffer>): void {
  if (!JSON.stringify(fields).includes('\ufffd')) return
  const sent = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!sent.includes('\ufffd') && !/%ef%bf%bd/i.test(sent.toString('latin1'))) throw notText()
}

/** Values by name: one that comes twice becomes a list. Browsers send line breaks as CR LF; they are kept as LF. */
function gatherer() {
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

/** Decodes without leaving a mark at the beginning out. */
const textDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const notForm = (): AppError => unreadable('The request is not a valid form.', 422)

function readMultipart(body: Uint8Array<ArrayBuffer>, contentType: string, caps: Caps): Body {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) throw notForm()
  const { fields, add } = gatherer()
  const files = new Map<string, SentFile>()
  let [parts, size] = [0, 0]
  for (const { name, fileName, type, bytes } of partsOf(body, boundary, (part) => utf8(part, textDecoder), notForm)) {
    parts += 1
    if (fileName !== undefined) {
      if (files.has(name)) throw unreadable('Only one file can be sent for a field.', 422)
      files.set(name, { name: fileName, type, bytes })
      continue
    }
    size += name.length + bytes.byteLength
    if (parts > caps.names || size > caps.text) throw tooLarge()
    add(name, utf8(bytes, textDecoder))
  }
  return { fields, files }
}

function readUrlencoded(body: Uint8Array<ArrayBuffer>, caps: Caps): Body {
  if (hasTooMany(body, '&', caps.names)) throw tooLarge()
  const { fields, add } = gatherer()
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) add(name, value)
  refuseDamaged(fields, body)
  return { fields, files: none }
}

/**
 * Reads JSON, urlencoded, multipart, or JSON sent as text/plain (which is what `no-cors` sends), within `caps`, and hands it to `use`, when the process has
 * room for it (see ceiling.ts). Room and memory are free again when `use` has ended.
 * @throws AppError 408, 413, 415 or 422 for what cannot be read; 503 when there is no room for too long
 */
export async function withBody<T>(sent: Sent, caps: Caps, use: (body: Body) => Promise<T> | T): Promise<T> {
  const type = typeOf(sent)
  const isMultipart = type === 'multipart/form-data'
  const isJson = type === 'application/json' || type === 'text/plain' || type.endsWith('+json')
  if (!isMultipart && !isJson && type !== 'application/x-www-form-urlencoded')
    throw unreadable('This kind of content cannot be read here. Send JSON or a form.', 415)
  const [ceiling, most] = isMultipart ? [inFlight.files, caps.files] : [inFlight.text, caps.text]
  const announced = announcedBy(sent) ?? most
  // of what is too large nothing is stored
  return ceiling.hold(announced > most ? 0 : announced, async () => {
    const body = await bytes(sent, most, isMultipart ? 'files' : 'text')
    try {
      if (isMultipart) return await use(readMultipart(body, sent.header('content-type') ?? '', caps))
      if (!isJson) return await use(readUrlencoded(body, caps))
      if (isTooMuchJson(body, caps)) throw tooLarge()
      return await use({ fields: readJson(utf8(body)), files: none })
    } finally {
      release(body.buffer)
    }
  })
}

const callCaps: Caps = { text: 1024 * 1024, files: 1024 * 1024, names: 2_000, levels: 8 }

/** A JSON body of a call of the desk or of signing in; the same faults. */
export const readObject = (context: Context): Promise<Readonly<Record<string, unknown>>> =>
  withBody(sentOf(context), callCaps, ({ fields }) => fields)

/** A JSON body that may be left out; `{}` when it was: what was sent says so, not a header that a chunked body lacks. */
export async function readOptionalObject(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const sent = sentOf(context)
  const body = await bytes(sent, callCaps.text, 'text')
  if (body.byteLength === 0) return {}
  return withBody({ header: sent.header, read: async (onPiece) => onPiece(body) }, callCaps, ({ fields }) => fields)
}
