import { MIMEType } from 'node:util'
import { AppError } from '../../shared/errors.ts'

/** A body as it was sent: values by name, and the files. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: ReadonlyMap<string, File>
}

const unreadable = (say: string, status: 400 | 413 | 415 | 422): AppError =>
  new AppError('FORM_VALIDATION_FAILED', { say, status })

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

/** More values than any form has, however many boxes are ticked; a body of millions of them would hold up everyone else. */
const mostValues = 1_000

/** Whether a body has more of `separator` than a form can have; looked for before the body is taken apart, which costs far more. */
function hasTooMany(body: Uint8Array<ArrayBuffer>, separator: string): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let count = 0
  for (let at = text.indexOf(separator); at >= 0 && count <= mostValues; at = text.indexOf(separator, at + separator.length))
    count += 1
  return count > mostValues
}

/** Pairs as a record: a name that comes twice becomes a list. Browsers send line breaks as CR LF; they are kept as LF. */
function gather(pairs: Iterable<readonly [string, string | File]>): Body {
  const fields: Record<string, string | string[]> = Object.create(null)
  const files = new Map<string, File>()
  for (const [name, value] of pairs) {
    if (typeof value !== 'string') {
      if (files.has(name)) throw unreadable('Only one file can be sent for a field.', 422)
      files.set(name, value)
      continue
    }
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
 * Reads JSON, urlencoded, multipart, or JSON sent as text/plain (which is what `no-cors` sends), `most` bytes at most.
 * @throws AppError 413, 415 or 422 for what cannot be read.
 */
export async function readBody(request: Request, most: number): Promise<Body> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type === 'text/plain' || type.endsWith('+json'))
    return { fields: readJson(new TextDecoder().decode(await bytes(request, most))), files: none }
  if (type === 'application/x-www-form-urlencoded') {
    const body = await bytes(request, most)
    if (hasTooMany(body, '&')) throw tooLarge()
    return gather(new URLSearchParams(new TextDecoder().decode(body)))
  }
  if (type === 'multipart/form-data') {
    const body = await bytes(request, most)
    const kind = request.headers.get('content-type') ?? ''
    const boundary = boundaryOf(kind)
    if (boundary === undefined) throw unreadable('The request is not a valid form.', 422)
    if (hasTooMany(body, `--${boundary}`)) throw tooLarge()
    const copy = new Response(body, { headers: { 'content-type': kind } })
    const form = await copy.formData().catch(() => {
      throw unreadable('The request is not a valid form.', 422)
    })
    return gather(form as unknown as Iterable<[string, string | File]>)
  }
  throw unreadable('This kind of content cannot be read here. Send JSON or a form.', 415)
}

/** A JSON body for the admin's calls; the same faults. */
export async function readObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  return (await readBody(request, 1024 * 1024)).fields
}
