import { MIMEType } from 'node:util'
import { AppError } from '../../shared/errors.ts'

/** A body as it was sent: values by name, and the files. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: ReadonlyMap<string, File>
}

const unreadable = (message: string, status: 400 | 413 | 415 | 422): AppError =>
  new AppError('FORM_VALIDATION_FAILED', { message, status })

const tooLarge = (): AppError => unreadable('This is too large to be sent. Please shorten it, or choose a smaller file.', 413)

/** A client that is cut off while it still sends sees a broken connection, not our answer: so much is read on and forgotten. Bytes. */
const patience = 64 * 1024 * 1024

/** The bytes of a request's body, `most` at most. */
async function bytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > patience) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size <= most) chunks.push(chunk)
      else chunks.length = 0
      if (size > patience) break
    }
  } catch {
    // the client went away while it sent: no fault of ours, and nobody is left to read this
    throw unreadable('The request ended before it was whole.', 400)
  }
  if (size > most) throw tooLarge()
  return new Uint8Array(Buffer.concat(chunks))
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
const opening = new Set([sign('{'), sign('[')])
const closing = new Set([sign('}'), sign(']')])

/** Whether a JSON text has more names, values or levels than `caps`; found without taking it apart, which costs far more. */
function isTooMuchJson(bytes: Uint8Array, { names, levels }: Caps): boolean {
  let [inText, level, named, values] = [false, 0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === colon) named += 1
    else if (byte === comma) values += 1
    else if (opening.has(byte)) level += 1
    else if (closing.has(byte)) level -= 1
    if (level > levels + 1 || named > names || values > Math.max(mostValues, names)) return true
  }
  return false
}

const notText = (): AppError => unreadable('The request is not valid UTF-8 text.', 422)

/** @throws AppError 422 for bytes that are no UTF-8 */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
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

/** Pairs as a record: a name that comes twice becomes a list. Browsers send line breaks as CR LF; they are kept as LF. */
function gather(pairs: Iterable<readonly [string, string | File]>, { text: mostText }: Caps): Body {
  let size = 0
  const fields: Record<string, string | string[]> = Object.create(null)
  const files = new Map<string, File>()
  for (const [name, value] of pairs) {
    if (typeof value !== 'string') {
      if (files.has(name)) throw unreadable('Only one file can be sent for a field.', 422)
      files.set(name, value)
      continue
    }
    size += name.length + value.length
    if (size > mostText) throw tooLarge()
    const text = value.replace(/\r\n/g, '\n')
    const earlier = fields[name]
    if (earlier === undefined) fields[name] = text
    else if (Array.isArray(earlier)) earlier.push(text)
    else fields[name] = [earlier, text]
  }
  return { fields, files }
}

/** What stands between the parts of a multipart body; undefined when its type does not say. */
function boundaryOf(kind: string): string | undefined {
  try {
    return new MIMEType(kind).params.get('boundary') || undefined
  } catch {
    return undefined
  }
}

const none: ReadonlyMap<string, File> = new Map()

/**
 * Reads JSON, urlencoded, multipart, or JSON sent as text/plain (which is what `no-cors` sends), within `caps`.
 * @throws AppError 413, 415 or 422 for what cannot be read.
 */
export async function readBody(request: Request, caps: Caps): Promise<Body> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type === 'text/plain' || type.endsWith('+json')) {
    const body = await bytes(request, caps.text)
    if (isTooMuchJson(body, caps)) throw tooLarge()
    return { fields: readJson(utf8(body)), files: none }
  }
  if (type === 'application/x-www-form-urlencoded') {
    const body = await bytes(request, caps.text)
    if (hasTooMany(body, '&', caps.names)) throw tooLarge()
    const read = gather(new URLSearchParams(new TextDecoder().decode(body)), caps)
    refuseDamaged(read.fields, body)
    return read
  }
  if (type === 'multipart/form-data') {
    const body = await bytes(request, caps.files)
    const kind = request.headers.get('content-type') ?? ''
    const boundary = boundaryOf(kind)
    if (boundary === undefined) throw unreadable('The request is not a valid form.', 422)
    if (hasTooMany(body, `--${boundary}`, caps.names)) throw tooLarge()
    const copy = new Response(body, { headers: { 'content-type': kind } })
    const form = await copy.formData().catch(() => {
      throw unreadable('The request is not a valid form.', 422)
    })
    const read = gather(form as unknown as Iterable<[string, string | File]>, caps)
    refuseDamaged(read.fields, body)
    return read
  }
  throw unreadable('This kind of content cannot be read here. Send JSON or a form.', 415)
}

const callCaps: Caps = { text: 1024 * 1024, files: 1024 * 1024, names: 2_000, levels: 8 }

/** A JSON body that may be left out; `{}` when it was: what was sent says so, not a header that a chunked body lacks. */
export async function readOptionalObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body = await bytes(request, callCaps.text)
  if (body.byteLength === 0) return {}
  return readObject(new Request(request.url, { method: 'POST', headers: request.headers, body }))
}

/** A JSON body of a call of the desk or of signing in; the same faults. */
export async function readObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  return (await readBody(request, callCaps)).fields
}
