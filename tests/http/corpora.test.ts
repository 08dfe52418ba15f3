import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formTypes } from '../../src/shared/form-types.ts'
import { answers } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { type Running, startServer } from '../support/server.ts'

// The attacks of the security review that no other test covers (docs/threat-model.md has the rest). None may succeed.

/** How many bodies are generated; `npm run drills` generates more. */
const bodies = Number(process.env.KOLAM_FUZZED_BODIES ?? 600)

let app: App

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())

const hostile = [
  "' or 1=1 --",
  "'; drop table applications; --",
  '" or ""="',
  "1' union select credential_hash from sessions --",
  "%' and 1=0 union all select '1','2','3' --",
  'a"b*',
  'NEAR(a b)',
  'a AND NOT b OR (',
  '{a}:b ^c -d +e "',
  ":* & | ! <-> 'x",
  '\\u0000\\',
  '\0',
  '\ud800',
  '%',
  '_',
  '%00%27',
  '$(id)`id`;id|id',
  '../../../../etc/passwd',
  '{{7*7}}$\u007b7*7}#{7*7}<%= 7*7 %>',
  '__proto__',
  'constructor',
  'x'.repeat(20_000),
  '🙂'.repeat(600),
  '-1',
  '9'.repeat(400),
  'NaN',
]

describe('hostile words in every parameter for search, order and filters', () => {
  const addresses = [
    '/api/applications?q=',
    '/api/applications?cursor=',
    '/api/applications?form_type=',
    '/api/applications?status=',
    '/api/applications?email=',
    '/api/applications?limit=',
    '/api/applications/export?format=csv&q=',
    '/api/applications/export?format=',
    '/api/insights?from=',
    '/api/quarantine?q=',
    '/api/quarantine?cursor=',
    '/api/sheet?action=read&form_type=',
    '/api/applications/',
  ]
  it.each(addresses)('%s: no server error, and no row that does not match', async (address) => {
    const { id } = await app.apply('Contact')
    for (const word of hostile) {
      const response = await app.fetch(address + encodeURIComponent(word.toWellFormed()))
      const text = await response.text()
      expect(response.status, word.slice(0, 40)).toBeLessThan(500)
      expect(text, word.slice(0, 40)).not.toMatch(/sqlite|postgres|syntax error|at .*\.ts:/i)
    }
    expect(await app.storage.applications.byId(id)).toBeDefined()
  })
})

it('generated bodies of every kind: no server error', { tags: ['random'], timeout: 60_000 + 20 * bodies }, async () => {
  const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...hostile), fc.string({ maxLength: 8 }))
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(word, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  const type = fc.constantFrom(...formTypes)
  const mutated = fc
    .tuple(
      type,
      fc.dictionary(
        fc.constantFrom(
          'name',
          'email',
          'message',
          'website',
          'resume',
          'data',
          'formType',
          'origin',
          'notice',
          'knot',
          'formToken',
          'idempotencyKey',
        ),
        value,
      ),
    )
    .map(([formType, values]) => ({ formType, ...answers(formType), ...values }))
  const request = fc.oneof(
    fc.oneof(mutated, value).map((body) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body) ?? '',
    })),
    mutated.map((body) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams(
        Object.entries(body).map(([name, item]) => [name, String(JSON.stringify(item)).toWellFormed()]),
      ).toString(),
    })),
    word.map((text) => ({
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\nContent-Disposition: form-data; name="formType"\r\n\r\n${text}\r\n--b--`,
    })),
    fc
      .tuple(
        word,
        fc.constantFrom(
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'image/svg+xml',
        ),
      )
      .map(([body, kind]) => ({ headers: { 'content-type': kind }, body })),
  )
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, fc.constantFrom('/api/submit-application', '/api/sheet'), async ({ headers, body }, path) => {
      const response = await app.request(path, { method: 'POST', headers: { ...headers } as Record<string, string>, body })
      await response.arrayBuffer()
      statuses.add(response.status)
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: bodies },
  )
  expect([...statuses].every((status) => [200, 201, 303, 400, 409, 413, 415, 422].includes(status))).toBe(true)
})

describe('the protocol', () => {
  let server: Running
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.remove())

  /** The statuses of the responses to raw bytes; `closed` when there is none. */
  const answersTo = (bytes: string): Promise<readonly string[]> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      let received = ''
      const end = (): void => {
        socket.destroy()
        resolve(received.match(/^HTTP\/1\.1 \d{3}/gm)?.map((line) => line.slice(9)) ?? ['closed'])
      }
      socket
        .on('data', (chunk) => (received += chunk))
        .once('close', end)
        .once('error', end)
      socket.end(bytes)
    })
  const post = (headers: string, body = ''): string =>
    `POST /api/submit-application HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`
  const smuggled = 'GET /api/applications HTTP/1.1\r\nHost: x\r\n\r\n'

  it.each([
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`), ['400']],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 5', smuggled), ['400']],
    ['a length that is none', post('Content-Length: +5', 'hello'), ['400']],
    ['chunks named twice', post('Transfer-Encoding: chunked, identity', '0\r\n\r\n'), ['400']],
    ['a space before the colon', post('Transfer-Encoding : chunked', '0\r\n\r\n'), ['400']],
    ['a folded header', post('X-A: b\r\n c', ''), ['400']],
    ['a chunk without its size', post('Transfer-Encoding: chunked', 'zz\r\nx\r\n0\r\n\r\n'), ['400']],
    ['lines that end with LF alone', 'GET / HTTP/1.1\nHost: x\n\n', ['400']],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, ['431']],
    ['a method of its own', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', ['400']],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', ['400']],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n', ['400']],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00', ['400']],
  ])('%s is refused, and no request after it is answered', async (_, bytes, statuses) => {
    expect(await answersTo(bytes)).toEqual(statuses)
  })

  it.each([
    '/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cetc/passwd',
    '//etc/passwd',
    '/%00',
    '/%c0%ae%c0%ae/etc/passwd',
    'http://other.example/api/applications',
  ])('the path %s leads to no file and no application', async (path) => {
    const [status] = await answersTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(['301', '308', '400', '401', '404']).toContain(status)
  })
})
