import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrder } from '../../src/forms/form.ts'
import { answers, forms, multipart, submission } from '../support/answers.ts'
import { type Running, startServer, until } from '../support/server.ts'

/** The server is behind a proxy that names its clients, so each address below has its own limit. */
let server: Running
beforeAll(async () => {
  server = await startServer({ LIMIT_SUBMISSIONS: '2/1h', TRUST_PROXY: '1' })
})
afterAll(() => server.remove())

let clients = 0
const newClient = (): string => {
  clients += 1
  return `198.18.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
}
const send = (init: RequestInit, client = newClient()): Promise<Response> =>
  server.request('/api/submit-application', {
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': client },
  })
const urlencoded = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const json = (body: string | Uint8Array<ArrayBuffer>): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
})
const asPage = (init: RequestInit): RequestInit => ({ ...init, headers: { ...init.headers, accept: 'text/html' } })
const codeOf = async (response: Response): Promise<[number, string]> => [response.status, (await response.json()).code]

/** Uses up the limit of a new client. Returns its address. */
async function limited(): Promise<string> {
  const client = newClient()
  for (let time = 0; time < 2; time += 1) expect((await send(submission('Contact', answers('Contact')), client)).status).toBe(201)
  return client
}

describe('a client that sends too often', () => {
  it('is answered before the server reads its body', async () => {
    const client = await limited()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    socket.write(
      `POST /api/submit-application HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n`,
    )
    await until('an answer', () => received.includes('TOO_MANY_REQUESTS') || undefined, 5_000)
    expect(received).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 3\d\d\d\r/i)
    socket.destroy()
  })

  it('may repeat a submission under its key any number of times', async () => {
    const client = newClient()
    const repeated = submission('Contact', answers('Contact'), { 'idempotency-key': `repeated-${client}` })
    expect((await send(repeated, client)).status).toBe(201)
    expect((await send(submission('Contact', answers('Contact')), client)).status).toBe(201)
    expect(await codeOf(await send(submission('Contact', answers('Contact')), client))).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await send(repeated, client)).status).toBe(201)
  })

  it.each([
    ['from a form\u2019s page', { referer: 'http://localhost/contact' }],
    ['from no page', {}],
  ])('gets a page without its answers, with the time to send again: %s', async (_, headers) => {
    const client = await limited()
    const sent = asPage(urlencoded(`formType=Contact&message=${encodeURIComponent('Typed for an hour')}`))
    const page = await send({ ...sent, headers: { ...sent.headers, ...headers } }, client)
    expect([page.status, Number(page.headers.get('retry-after')) > 3000]).toEqual([429, true])
    const html = await page.text()
    expect(html).not.toContain('Typed for an hour')
    expect(html).toContain('Too many attempts. Please wait a moment and try again.')
    expect(html).toMatch(/<h1>Please wait \d\d minutes<\/h1>[\s\S]*can be sent again in \d\d minutes\./)
    expect(html).toContain('Many messages came from your network at once.')
    expect(html.includes('href="/contact#contact"')).toBe('referer' in headers)
  })

  it('gets the page with the waiting time without reading the body', async () => {
    const client = await limited()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    socket.write(
      `POST /api/submit-application HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\nAccept: text/html\r\nReferer: http://x/contact\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8000000\r\n\r\n`,
    )
    await until('a page', () => received.includes('Too many attempts') || undefined, 5_000)
    expect(received).toMatch(/^HTTP\/1\.1 429 /)
    socket.destroy()
  })

  it('is identified by its address also when the proxy adds a port', async () => {
    const client = newClient()
    const post = (port: number) => send(submission('Contact', answers('Contact')), `${client}:${port}`)
    const statuses = [await post(1111), await post(2222), await post(3333)].map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 429])
    expect((await send(submission('Contact', answers('Contact')), `${newClient()}:1111`)).status).toBe(201)
  })
})

describe('the longest answers that a form accepts', () => {
  const longest = (character: string): Record<string, unknown> => {
    const written = inOrder(forms.Accelerator).filter(([, { kind }]) => kind === 'textarea')
    return answers('Accelerator', Object.fromEntries(written.map(([name, { limit = 0 }]) => [name, character.repeat(limit)])))
  }
  it.each(['ழ', '🙂'])('are accepted in every script: %s', async (character) => {
    const pairs = Object.entries(longest(character)).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]),
    )
    const form = new URLSearchParams([['formType', 'Accelerator'], ...pairs]).toString()
    expect((await send(urlencoded(form))).status).toBe(201)
    const escaped = JSON.stringify({ formType: 'Accelerator', ...longest(character) }).replace(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    expect((await send(json(escaped))).status).toBe(201)
    expect((await send({ method: 'POST', body: multipart('Accelerator', longest(character)) })).status).toBe(201)
  })
})

describe('a body that is larger than any form', () => {
  const files = new FormData()
  files.append('formType', 'Contact')
  files.append('message', 'x'.repeat(3_000_000))
  const names = Array.from({ length: 201 }, (_, n) => `n${n}`)
  it.each([
    ['text of 3 MB as JSON', json(JSON.stringify({ formType: 'Contact', message: 'x'.repeat(3_000_000) }))],
    ['text of 3 MB as a form', urlencoded(`formType=Contact&message=${'x'.repeat(3_000_000)}`)],
    ['text of 3 MB beside files', { method: 'POST', body: files }],
    ['201 names as JSON', json(JSON.stringify(Object.fromEntries(names.map((name) => [name, '']))))],
    ['202 names as a form', urlencoded([...names, 'formType=Contact'].join('&'))],
    ['a list of 2,000 as JSON', json(JSON.stringify({ formType: 'Contact', interests: Array(2000).fill(1) }))],
    ['four levels as JSON', json('{"formType":"Contact","data":[[[[1]]]]}')],
  ])('is refused before it is parsed: %s', async (_, init) => {
    expect(await codeOf(await send(init))).toEqual([413, 'FORM_VALIDATION_FAILED'])
  })

  it('gets a page without script, with the way back to its answers', async () => {
    const page = await send(asPage(urlencoded(`formType=Contact&message=${'x'.repeat(3_000_000)}`)))
    const html = await page.text()
    expect([page.status, page.headers.get('retry-after'), html.includes('xxx')]).toEqual([413, null, false])
    expect(html).toMatch(/<h1>This was not sent<\/h1>[\s\S]*<strong>Back button<\/strong> leads to your answers/)
    expect(html).not.toContain('your network')
  })

  it('brackets and quotes inside a text do not count as structure', async () => {
    const message = '{[{[{["a":1,'.repeat(400)
    expect((await send(submission('Contact', answers('Contact', { message })))).status).toBe(201)
  })

  it('is not repeated in full on the page that refuses it', async () => {
    const page = await send(asPage(urlencoded(`formType=Contact&name=Asha&message=${"'".repeat(1_900_000)}`)))
    const html = await page.text()
    expect([page.status, html.includes('value="Asha"'), html.length < 500_000]).toEqual([400, true, true])
  })

  it('is repeated when it is only slightly too long, so that no answer is lost', async () => {
    const message = `${'word '.repeat(5_000)}end`
    const page = await send(asPage(urlencoded(`formType=Contact&message=${message}`)))
    expect([page.status, (await page.text()).includes(message)]).toEqual([400, true])
  })
})

it('a page that repeats answers has the content policy of the built page', async () => {
  const script = '<script>evil()</script>'
  const refused = await send(asPage(urlencoded(`formType=Contact&message=${encodeURIComponent(script)}`)))
  const built = await fetch(`${server.url}/contact`)
  expect([refused.status, refused.headers.get('content-security-policy')]).toEqual([
    400,
    built.headers.get('content-security-policy'),
  ])
  expect(refused.headers.get('cache-control')).toBe('no-store')
})

describe('text that is not UTF-8', () => {
  const damaged = (before: string, after: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Buffer.concat([Buffer.from(before), Buffer.from([0x42, 0xff, 0xfe]), Buffer.from(after)]))
  const part = (name: string, value: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`
  it.each([
    ['JSON', json(damaged('{"formType":"Contact","message":"', '"}'))],
    ['urlencoded', urlencoded('formType=Contact&message=B%FF%FE')],
    [
      'multipart',
      {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: damaged(`${part('formType', 'Contact')}\r\n${part('message', '')}`, '\r\n--b--\r\n'),
      },
    ],
  ])('is refused, not changed silently: %s', async (_, init) => {
    expect((await send(init)).status).toBe(422)
  })

  it('U+FFFD itself is allowed', async () => {
    const formAnswers = answers('Contact', { message: 'Odd \ufffd sign' }) as Record<string, string>
    for (const init of [
      submission('Contact', formAnswers),
      urlencoded(new URLSearchParams({ formType: 'Contact', ...formAnswers, message: 'Odd \ufffd sign, two' }).toString()),
      { method: 'POST', body: multipart('Contact', { ...formAnswers, message: 'Odd \ufffd sign, three' }) },
    ])
      expect((await send(init)).status).toBe(201)
  })
})

/** Opens connections of one client that announce a body and send a part of it. */
const unfinished = (count: number, type: string, piece: string, path = '/api/openings') =>
  Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1048576\r\n\r\n${piece}`)
    return socket
  })

it('1,000 connections that announce bodies and send nothing stop nobody', async () => {
  const sockets = [
    ...unfinished(500, 'application/json', '{'),
    ...unfinished(250, 'application/json', '{', '/api/submit-application'),
    ...unfinished(250, 'multipart/form-data; boundary=x', '--x\r\n', '/api/submit-application'),
  ]
  /** Makes a call without a client's address, so the client is that of the connections above. */
  const call = async (path: string, init?: RequestInit): Promise<number> =>
    (await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(10_000) })).status
  try {
    for (let n = 0; n < 20; n += 1) {
      const form = submission('Contact', answers('Contact'))
      expect((await send({ ...form, signal: AbortSignal.timeout(10_000) })).status).toBe(201)
      const code = { method: 'POST', body: '{"email":"admin@example.com"}', headers: { 'content-type': 'application/json' } }
      if (n < 2) expect(await call('/api/auth/otp', code)).toBe(200)
      expect([await call('/readyz'), await call('/api/stats')]).toEqual([200, 401])
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

it('unfinished uploads leave memory for other submissions', async () => {
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /api/submit-application HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${newClient()}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 8000000\r\n\r\n--x\r\n',
    )
    return socket
  })
  try {
    const began = performance.now()
    expect((await send(submission('Contact', answers('Contact')))).status).toBe(201)
    expect(performance.now() - began).toBeLessThan(5_000)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  // The next upload waits neither for uploads that are being read nor for those that wait for memory.
  const began = performance.now()
  const { status } = await send(submission('WorkForStartups', answers('WorkForStartups')))
  expect(status).toBe(201)
  expect(performance.now() - began).toBeLessThan(10_000)
})

it.each([
  ...['1.2.3.4.5', '99999999999999999999', 'a:99999', '[::1', 'a b', '%00', '', 'a?b'].map((host) => ({ host })),
  ...['', '"', 'b'.repeat(15_000)].map((boundary) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })),
  { 'content-type': 'application/json; charset="' },
  { cookie: '%;%zz="' },
  { 'accept-encoding': ';q=NaN,' },
  { range: 'bytes=5-1' },
  { 'x-forwarded-for': '[::, 1.2.3' },
  { 'if-none-match': 'W/"' },
  { 'last-event-id': '1e999' },
])('a header that is not what it should be is no server error: %o', async (headers) => {
  const statusOf = (method: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(server.url + path, { method, headers, setHost: !('host' in headers) }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
        .on('error', reject)
        .end(method === 'GET' ? undefined : '--b\r\n')
    })
  for (const path of ['/', '/nothing?a', '/assets/nothing', '/my', '/committee/a', '/api/stats'])
    expect([path, (await statusOf('GET', path)) ?? 0]).toEqual([path, expect.toSatisfy((status) => status < 500)])
  for (const path of ['/api/submit-application', '/api/auth/otp', '/my/lost-link', '/api/openings', '/committee/a/b'])
    expect([path, (await statusOf('POST', path)) ?? 0]).toEqual([path, expect.toSatisfy((status) => status < 500)])
})

it('while 200 clients submit without a pause, the desk answers', async () => {
  let flooding = true
  const acknowledged: string[] = []
  const refused = new Set<number>()
  const flood = Array.from({ length: 200 }, async () => {
    while (flooding) {
      const response = await send(submission('Contact', answers('Contact')))
      if (response.status === 201) acknowledged.push((await response.json()).applicationId)
      else refused.add(response.status)
    }
  })
  const times: number[] = []
  await server.session()
  for (let n = 0; n < 10; n += 1) {
    const began = performance.now()
    expect((await server.call('/api/applications')).status).toBe(200)
    times.push(performance.now() - began)
  }
  flooding = false
  await Promise.all(flood)
  // A busy machine may take several times what a quiet one does.
  expect(Math.max(...times)).toBeLessThan(10_000)
  expect([...refused]).toEqual([])
  const last = await server.call(`/api/applications/${acknowledged.at(-1)}`)
  expect([acknowledged.length > 200, last.status]).toEqual([true, 200])
})
