import { AppError } from '../../shared/errors.ts'

/** A body as it was sent: values by name, and the files. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: ReadonlyMap<string, File>
}

const unreadable = (say: string, status: 413 | 415 | 422): AppError => new AppError('FORM_VALIDATION_FAILED', { say, status })

/** The bytes of a request's body, `most` at most. */
async function bytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => unreadable('This is too large to be sent. Please shorten it, or choose a smaller file.', 413)
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
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

/** Pairs as a record: a name that comes twice becomes a list. Browsers send line breaks as CR LF; they are kept as LF. */
function gather(pairs: Iterable<readonly [string, string | File]>): Body {
  const fields: Record<string, unknown> = Object.create(null)
  const files = new Map<string, File>()
  for (const [name, value] of pairs) {
    if (typeof value !== 'string') {
      if (files.has(name)) throw unreadable('Only one file can be sent for a field.', 422)
      files.set(name, value)
      continue
    }
    const text = value.replace(/\r\n/g, '\n')
    const earlier = fields[name]
    fields[name] = earlier === undefined ? text : Array.isArray(earlier) ? [...earlier, text] : [earlier, text]
  }
  return { fields, files }
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
  if (type === 'application/x-www-form-urlencoded')
    return gather(new URLSearchParams(new TextDecoder().decode(await bytes(request, most))))
  if (type === 'multipart/form-data') {
    const body = await bytes(request, most)
    const copy = new Response(body, { headers: { 'content-type': request.headers.get('content-type') ?? '' } })
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
