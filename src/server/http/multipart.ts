import { MIMEType } from 'node:util'

/** A part of a multipart body. Its bytes are a view of the body, not a copy. */
interface Part {
  readonly name: string
  /** Undefined for a part that is not a file. */
  readonly fileName: string | undefined
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const lineEnd = '\r\n'
const dashes = '--'
/** The headers of a part, bytes: those of browsers are far shorter. */
const maxHeaderBytes = 16 * 1024
/** Characters; the standard allows 70. */
const maxBoundaryLength = 200

/** The boundary in a `Content-Type` header; undefined when there is none, or one that is too long. */
export function boundaryOf(contentType: string): string | undefined {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary')
    return boundary && boundary.length <= maxBoundaryLength ? boundary : undefined
  } catch {
    return undefined
  }
}

/** Decodes quotes and line ends as browsers encode them (`%22`), and quotes as older programs do (`\"`). Other backslashes belong to the name. */
const unescaped = (name: string): string =>
  name.replace(/%(22|0a|0d)/gi, (code) => decodeURIComponent(code)).replaceAll('\\"', '"')

const parameter = /\s*;\s*([\w*-]+)=(?:"((?:\\"|[^"])*)"|([^\s;"]*))/y

/** Decodes a name in the form of RFC 5987, such as `UTF-8''r%C3%A9sum%C3%A9.pdf`; undefined when it is not in this form. */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? []
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** The parameters of `form-data; name="…"; filename="…"`; undefined for another disposition. */
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

/** The headers of a part by name in lower case; undefined when a line has no name. */
function headersOf(text: string): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>()
  for (const line of text.split(lineEnd)) {
    const colon = line.indexOf(':')
    if (colon < 1) return undefined
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

/**
 * Parses a multipart form, part by part, without copying their bytes. A part in base64, which browsers no longer send, is malformed.
 * @param utf8 decodes UTF-8, and throws for invalid bytes
 * @throws `malformed()` when the body is not a valid multipart form
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
  // Text before the first part is a note for mail programs that cannot read multipart, and is skipped.
  const isAtOnce = hasAt(dashes + boundary, 0)
  const first = isAtOnce ? 0 : bytes.indexOf(delimiter, 0, 'latin1')
  if (first < 0) throw malformed()
  let at = first + delimiter.length - (isAtOnce ? lineEnd.length : 0)
  while (!hasAt(dashes, at)) {
    if (!hasAt(lineEnd, at)) throw malformed()
    const start = at + lineEnd.length
    const headerLength = bytes.subarray(start, start + maxHeaderBytes).indexOf(lineEnd + lineEnd)
    if (headerLength < 0) throw malformed()
    const content = start + headerLength + 2 * lineEnd.length
    const end = bytes.indexOf(delimiter, content, 'latin1')
    const headers = headersOf(utf8(bytes.subarray(start, start + headerLength)))
    const parameters = parametersOf(headers?.get('content-disposition') ?? '')
    const name = parameters?.get('name')
    const isBase64 = headers?.get('content-transfer-encoding')?.toLowerCase() === 'base64'
    if (end < 0 || name === undefined || isBase64) throw malformed()
    const fileName = extended(parameters?.get('filename*')) ?? parameters?.get('filename')
    yield {
      name,
      fileName,
      type: headers?.get('content-type') ?? 'text/plain',
      bytes: bytes.subarray(content, end) as Part['bytes'],
    }
    at = end + delimiter.length
  }
}
