import { request as httpRequest } from 'node:http'
import { zipSync } from 'fflate'
import { capsOf } from '../../src/server/intake/routes.ts'
import { answers, forms, multipart } from './answers.ts'

/** A request to the server, with the path exactly as it is sent. */
interface Sent {
  readonly path: string
  readonly init?: RequestInit
}

/** The most work for a parser in as few bytes as a limit allows. */
export interface Hostile {
  readonly parser: string
  /** The largest size that its limit allows, in bytes or characters. */
  readonly largest: number
  /** Whether only the admin can send it. */
  readonly isAdmin?: true
  /** The request with an input of this size. */
  sent(size: number): Sent
}

/** Sends an input of this size. Returns the status. `fetch` would change paths and refuse headers. @throws when there is no response within `ms` */
export async function sendHostile(url: string, hostile: Hostile, size: number, cookie: string, ms = 60_000): Promise<number> {
  const { path, init = {} } = hostile.sent(size)
  const encoded = new Request(url, init)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = {
    ...(encoded.headers.has('content-type') && { 'content-type': encoded.headers.get('content-type') ?? '' }),
    ...(init.headers as Record<string, string> | undefined),
    ...(hostile.isAdmin && { cookie }),
    'content-length': String(body.length),
  }
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method: init.method ?? 'GET', headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.setTimeout(ms, () => request.destroy(new Error(`no response in ${ms} ms`)))
    request.on('error', reject).end(body)
  })
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

const fill = (size: number, unit: string, start = '', end = ''): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from(start, 'latin1'),
    Buffer.alloc(Math.max(0, size - start.length - end.length), Buffer.from(unit, 'latin1')),
    Buffer.from(end, 'latin1'),
  ])

const submit = '/api/submit-application'
const { text: maxText } = capsOf(forms)

/** A resume of this content. No other answer is needed: files are judged first. */
const resume = (
  parser: string,
  content: (size: number) => Uint8Array<ArrayBuffer>,
  name: string,
  largest = 5 * megabyte,
): Hostile => ({
  parser,
  largest,
  sent: (size) => {
    const body = new FormData()
    body.append('formType', 'WorkForStartups')
    body.append('resume', new File([content(size)], name))
    return { path: submit, init: { method: 'POST', body } }
  },
})

const raw = (parser: string, type: string, largest: number, content: (size: number) => Buffer<ArrayBuffer>): Hostile => ({
  parser,
  largest,
  sent: (size) => ({ path: submit, init: { method: 'POST', headers: { 'content-type': type }, body: content(size) } }),
})

const form = 'multipart/form-data; boundary=b'
const part = (name: string, more = ''): string => `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
const urlencoded = 'application/x-www-form-urlencoded'

/** A whole application whose long answers consist of one character. */
const application = (parser: string, unit: string): Hostile => ({
  parser,
  largest: 20_000,
  sent: (size) => {
    const long = Object.entries(forms.Accelerator.fields).filter(([, { kind }]) => kind === 'textarea')
    const own = Object.fromEntries(
      long.map(([name, { limit = size }]) => [name, unit.repeat(Math.min(size, limit) / unit.length)]),
    )
    return { path: submit, init: { method: 'POST', body: multipart('Accelerator', answers('Accelerator', own)) } }
  },
})

const field = (parser: string, name: string, unit: string): Hostile => ({
  parser,
  largest: 200_000,
  sent: (size) => {
    const body = JSON.stringify({ formType: 'Contact', ...answers('Contact'), [name]: unit.repeat(size / unit.length) })
    return { path: submit, init: { method: 'POST', headers: { 'content-type': 'application/json' }, body } }
  },
})

const header = (parser: string, name: string, unit: string): Hostile => ({
  parser,
  largest: 15_000,
  sent: (size) => ({ path: '/my', init: { headers: { [name]: unit.repeat(size / unit.length) } } }),
})

const picture = (parser: string, content: (size: number) => Buffer<ArrayBuffer>): Hostile => ({
  parser,
  largest: 2 * megabyte,
  isAdmin: true,
  sent: (size) => ({ path: '/api/site/pictures?folder=pictures', init: { method: 'POST', body: content(size) } }),
})

/** A WebP of empty chunks. */
function chunks(size: number): Buffer<ArrayBuffer> {
  const file = fill(size, 'ALPH\0\0\0\0', 'RIFF\0\0\0\0WEBP')
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

const address = (parser: string, largest: number, start: string, unit: string, isAdmin?: true): Hostile => ({
  parser,
  largest,
  ...(isAdmin && { isAdmin }),
  sent: (size) => ({ path: start + unit.repeat(size / unit.length) }),
})

const dictionary = '/Encrypt 17 0 R '

/** A Word document of few bytes, one part of which is this long when it is unpacked. */
const unpacking = (name: string, unit: string) => (size: number) => {
  const part = (text: string) => new Uint8Array(Buffer.from(text))
  const parts = { '[Content_Types].xml': part('<Types/>'), '_rels/.rels': part('<a/>'), 'word/document.xml': part('<a/>') }
  return zipSync({ ...parts, [name]: new Uint8Array(fill(size, unit, '<')) }) as Uint8Array<ArrayBuffer>
}

/** One input for each way of costing much, for every parser that meets a stranger's bytes (docs/threat-model.md). */
export const hostileInputs: readonly Hostile[] = [
  resume('ZIP: relations, unpacked', unpacking('_rels/.rels', '/officeDocument"'), 'a.docx', 16 * megabyte),
  resume('ZIP: content types, unpacked', unpacking('[Content_Types].xml', '<'), 'a.docx', 16 * megabyte),
  resume(
    'ZIP: names that nearly match',
    (size) => fill(size, '[Content_Types].xmwordppt/presentatioPK\x05', 'PK\x03\x04'),
    'a.docx',
  ),
  resume(
    'ZIP: all names, the end far away',
    (size) => fill(size, 'vbaProject.bi', 'PK\x03\x04[Content_Types].xml', 'PK\x05\x06'.padEnd(22, '\0')),
    'a.docx',
  ),
  resume('PDF: encryption without its object', (size) => fill(size, dictionary, '%PDF-1.4\n1 0 obj /Root '), 'a.pdf'),
  resume('PDF: objects that nearly match', (size) => fill(size, '/Encrypt 7 0 R 17 0 obj ', '%PDF-1.4\n1 0 obj /Root '), 'a.pdf'),
  resume('PDF: digits and spaces', (size) => fill(size, '1 1  1   /Roo', '%PDF-1.4\n'), 'a.pdf'),
  resume(
    'compound file: names that nearly match',
    (size) => fill(size, 'W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0E\0n\0', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    'a.doc',
  ),
  resume('RTF', (size) => fill(size, '{\\rtf', '{\\rtf1'), 'a.rtf'),
  resume('text', (size) => fill(size, ' <a ', 'From'), 'a.doc'),
  picture('picture: WebP of empty chunks', chunks),
  picture('picture: JPEG of FF', (size) => fill(size, '\xff\xd0', '\xff\xd8\xff\xda\0\x02')),
  picture('picture: SVG', (size) => fill(size, '<g>', '<svg>')),
  raw('multipart: near-boundaries', form, 5 * megabyte, (size) => fill(size, '\r\n--', part('a', '; filename="a"'))),
  raw('multipart: returns', form, 5 * megabyte, (size) => fill(size, '\r', part('a', '; filename="a"'))),
  raw('multipart: one long header', form, 5 * megabyte, (size) => fill(size, 'a;', '--b\r\nContent-Disposition: form-data;')),
  raw('multipart: headers', form, 5 * megabyte, (size) => fill(size, 'a:b\r\n', '--b\r\n')),
  raw('multipart: preamble', form, 5 * megabyte, (size) => fill(size, '--', '')),
  raw('multipart: empty parts', form, 5 * megabyte, (size) => fill(size, `${part('a')}\r\n`)),
  raw('urlencoded: +', urlencoded, maxText, (size) => fill(size, '+', 'formType=Contact&message=')),
  raw('urlencoded: %', urlencoded, maxText, (size) => fill(size, '%', 'formType=Contact&message=')),
  raw('urlencoded: %ef%bf%bd', urlencoded, maxText, (size) => fill(size, '%ef%bf%bd', 'formType=Contact&message=')),
  raw('urlencoded: line ends', urlencoded, maxText, (size) => fill(size, '%0d%0a', 'formType=Contact&message=')),
  raw('JSON: nesting', 'application/json', maxText, (size) => fill(size, '[')),
  raw('JSON: numbers', 'application/json', maxText, (size) => fill(size, '9', '{"a":', '}')),
  raw('JSON: escapes', 'application/json', maxText, (size) => fill(size, '\\"', '{"formType":"Contact","message":"', '"}')),
  raw('JSON: quotes', 'application/json', maxText, (size) => fill(size, '"":', '{')),
  field('field: e-mail', 'email', 'a@a.'),
  field('field: e-mail, white space', 'email', '\u00a0 '),
  field('field: telephone', 'phone', '+1 ('),
  field('field: name', 'name', ' \u200d'),
  field('field: form token', 'formToken', 'a.'),
  field('field: idempotency key', 'idempotencyKey', 'a '),
  field('field: notice', 'notice', '1-'),
  field('field: trap', 'knot', 'http://a.'),
  application('application: ligatures', '\ufdfa'),
  application('application: combining marks', 'a\u0301'),
  application('application: links', 'http://a.b '),
  application('application: words', 'a '),
  header('header: cookies', 'cookie', 'a=b; '),
  header('header: cookies, without an end', 'cookie', 'kolam_session="'),
  header('header: Accept', 'accept', 'text/html;q=0.'),
  header('header: Accept-Encoding', 'accept-encoding', 'br;q= '),
  header('header: referrer', 'referer', 'http://a/?'),
  header('header: user agent', 'user-agent', 'Mozilla/5.0 ('),
  header('header: forwarded', 'x-forwarded-for', '1.1.1.1, '),
  header('header: range', 'range', 'bytes=0-,'),
  header('header: media type', 'content-type', 'multipart/form-data; boundary='),
  address('path: escapes', 14_000, '/', '%2e/'),
  address('path: slashes', 14_000, '/blog', '/'),
  address('path: a private link', 14_000, '/my/', 'a.'),
  address('desk: search', 3_000, '/api/applications?q=', '%22a:', true),
  address('desk: cursor', 3_000, '/api/applications?cursor=', '~', true),
]
