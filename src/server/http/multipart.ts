import { MIMEType } from 'node:util'

/** A part of a multipart body. Its bytes are those of the body, not a copy. */
export interface Part {
  readonly name: string
  /** Undefined for what is no file. */
  readonly fileName: string | undefined
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const lineEnd = '\r\n'
const dashes = '--'
/** No browser's head of a part is nearly as long. Bytes. */
const longestHead = 16 * 1024
/** The standard allows 70. Characters. */
const longestBoundary = 200

/** What stands between the parts of a body of this type; undefined when the type does not say. */
export function boundaryOf(contentType: string): string | undefined {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary')
    return boundary && boundary.length <= longestBoundary ? boundary : undefined
  } catch {
    return undefined
  }
}

/** Quotes and ends of lines in a name as browsers write them, and quotes as earlier programs do: `\"`. Other backslashes are part of the name. */
const unescaped = (name: string): string =>
  name.replace(/%(22|0a|0d)/gi, (code) => decodeURIComponent(code)).replaceAll('\\"', '"')

const parameter = /\s*;\s*([\w*-]+)=(?:"((?:\\"|[^"])*)"|([^\s;"]*))/y

/** A name as RFC 5987 writes it: `UTF-8''r%C3%A9sum%C3%A9.pdf`; undefined for what is none. */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? []
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** The parameters of `form-data; name="…"; filename="…"`; undefined where it is something else. */
function parametersOf(disposition: string): ReadonlyMap<string, string> | undefined {
  const kind = /^form-data(?=\s*(?:;|$))/i.exec(disposition)
  if (kind === null) return undefined
  const parameters = new Map<string, string>()
  parameter.lastIndex = kind[0].length
  for (let at = parameter.lastIndex; at < disposition.length; at = parameter.lastIndex) {
    const match = parameter.exec(disposition)
    if (match === null) return disposition.slice(at).trim() === '' ? parameters : undefined
    parameters.set((match[1] ?? '').toLowerCase(), unescaped(match[2] ?? match[3] ?? ''))
  }
  return parameters
}

/** The head of a part: its lines by name in lower case. Undefined where one has no name. */
function headOf(text: string): ReadonlyMap<string, string> | undefined {
  const lines = new Map<string, string>()
  for (const line of text.split(lineEnd)) {
    const colon = line.indexOf(':')
    if (colon < 1) return undefined
    lines.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return lines
}

/**
 * The parts of a multipart form, one after the other; their bytes are not copied. A part in base64, which forms no longer send, is refused as malformed.
 * @param utf8 decodes text, and throws for what is none
 * @throws `malformed()` where the body is none
 */
export function* partsOf(
  body: Uint8Array<ArrayBuffer>,
  boundary: string,
  utf8: (bytes: Uint8Array) => string,
  malformed: () => Error,
): Generator<Part> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const hasAt = (text: string, at: number): boolean => bytes.toString('latin1', at, at + text.length) === text
  const delimiter = lineEnd + dashes + boundary
  // what stands before the first one is a word to readers of mail
  const isAtOnce = hasAt(dashes + boundary, 0)
  const first = isAtOnce ? 0 : bytes.indexOf(delimiter, 0, 'latin1')
  if (first < 0) throw malformed()
  let at = first + delimiter.length - (isAtOnce ? lineEnd.length : 0)
  while (!hasAt(dashes, at)) {
    if (!hasAt(lineEnd, at)) throw malformed()
    const start = at + lineEnd.length
    const headEnd = bytes.subarray(start, start + longestHead).indexOf(lineEnd + lineEnd)
    if (headEnd < 0) throw malformed()
    const content = start + headEnd + 2 * lineEnd.length
    const end = bytes.indexOf(delimiter, content, 'latin1')
    const head = headOf(utf8(bytes.subarray(start, start + headEnd)))
    const parameters = parametersOf(head?.get('content-disposition') ?? '')
    const name = parameters?.get('name')
    if (end < 0 || name === undefined || head?.get('content-transfer-encoding')?.toLowerCase() === 'base64') throw malformed()
    const fileName = extended(parameters?.get('filename*')) ?? parameters?.get('filename')
    yield {
      name,
      fileName,
      type: head?.get('content-type') ?? 'text/plain',
      bytes: bytes.subarray(content, end) as Part['bytes'],
    }
    at = end + delimiter.length
  }
}
