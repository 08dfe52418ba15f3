import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestTimeouts } from '../../src/programs/listen.ts'
import { largestBodyBytes } from '../../src/server/http/body-pieces.ts'
import { maxStallMs } from '../../src/shared/upload-times.ts'
import { type Nginx, startNginx } from '../support/nginx.ts'
import { proxyHeaders } from '../support/proxy-headers.ts'
import { freePort, until } from '../support/server.ts'

// The responses of nginx itself with integrations/nginx/kolam.conf. tests/nodes runs it in front of servers.

let nginx: Nginx
let plainPort: number
let node: Server
/** The pending requests for `/held`, which get no response. */
const held: ServerResponse[] = []

beforeAll(async () => {
  node = createServer((call, response) => {
    if (call.url === '/held') held.push(response)
    else response.writeHead(200, { 'x-content-type-options': 'nosniff', 'content-type': 'text/plain' }).end(call.headers.host)
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
  plainPort = await freePort()
  nginx = await startNginx([(node.address() as AddressInfo).port], plainPort)
})
afterAll(async () => {
  await nginx?.remove()
  node.closeAllConnections()
  node.close()
})

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Calls nginx over TLS on a new connection. `length` announces a body that is not sent. */
function call(path: string, { method = 'GET', host = 'kolam.example', accept = '*/*', length = 0 } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept, ...(length > 0 && { 'content-length': length }) }
    const sent = request(`${nginx.url}${path}`, { method, headers, rejectUnauthorized: false, servername: host, agent: false })
    sent.on('error', reject).on('response', async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode, headers: response.headers, text })
      sent.destroy()
    })
    length > 0 ? sent.flushHeaders() : sent.end()
  })
}

const own = proxyHeaders('integrations/nginx/kolam.conf')
const json = (code: string) =>
  expect.stringMatching(new RegExp(`^\\{"success":false,"error":"[^"]+","code":"${code}","timestamp":"[^"]+"\\}$`))
const html = (title: string) => expect.stringContaining(`<h1>${title}</h1>`)
const large = { method: 'POST', length: 17 * 2 ** 20 }

it.each([
  ['a call that is too large', '/api/submit-application', large, 413, json('FORM_VALIDATION_FAILED')],
  [
    'a form posted without script that is too large',
    '/api/submit-application',
    { ...large, accept: 'text/html' },
    413,
    html('Too large'),
  ],
  ['a page that is too large', '/my/change', large, 413, html('Too large')],
])('%s is refused with the headers of the server', async (_, path, options, status, text) => {
  expect(await call(path, options)).toEqual({ status, headers: expect.objectContaining(own), text })
})

it('a response of the server passes unchanged', async () => {
  const { status, headers, text } = await call('/healthz')
  expect([status, text, headers['x-content-type-options'], headers['content-security-policy']]).toEqual([
    200,
    'kolam.example',
    'nosniff',
    undefined,
  ])
})

it('another host, with TLS or without, is redirected to ours', async () => {
  const here = 'https://kolam.example/accelerator?utm_source=a'
  const secure = await call('/accelerator?utm_source=a', { host: 'evil.example' })
  expect([secure.status, secure.headers.location, secure.headers['strict-transport-security']]).toEqual([
    308,
    here,
    own['strict-transport-security'],
  ])
  const plain = await fetch(`http://127.0.0.1:${plainPort}/accelerator?utm_source=a`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location'), plain.headers.get('strict-transport-security')]).toEqual([308, here, null])
  for (const text of [secure.text, await plain.text()]) expect(text).not.toMatch(/evil|127\.0\.0\.1|nginx\/\d/)
})

it('a request that is not HTTP is refused with the headers of the server', async () => {
  const socket = connect({
    port: Number(new URL(nginx.url).port),
    host: '127.0.0.1',
    servername: 'kolam.example',
    rejectUnauthorized: false,
  })
  socket.end('GET / HTTP/1.1\r\n no header\r\n\r\n')
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  for (const [name, value] of Object.entries(own)) expect(text.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase())
  expect(text).not.toMatch(/nginx\/\d/)
})

it('one address can have 40 connections; the next call is refused until one ends', async () => {
  const waiting = Array.from({ length: 40 }, () => call('/held'))
  await until('the calls to arrive', () => (held.length === 40 ? true : undefined))
  const refused = await call('/api/stats')
  expect(refused).toMatchObject({ status: 429, headers: { ...own, 'retry-after': '5' }, text: json('TOO_MANY_REQUESTS') })
  expect(await call('/', { accept: 'text/html' })).toMatchObject({ status: 429, headers: own, text: html('Too many attempts') })
  for (const response of held) response.end()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(40).fill(200))
  await until('the connections to end', async () => ((await call('/healthz')).status === 200 ? true : undefined))
})

it('without a server a call gets JSON, and a page retries unless it was posted', async () => {
  const closed = once(node, 'close')
  node.closeAllConnections()
  node.close()
  await closed
  const away = { ...own, 'retry-after': '5' }
  const stats = await call('/api/stats')
  expect([stats.status, stats.headers.refresh]).toEqual([503, undefined])
  expect(stats).toMatchObject({ headers: away, text: json('DATABASE_CONNECTION_FAILED') })
  for (const path of ['/accelerator', '/my/secret', '/committee/link/secret', '/app/link?token=a']) {
    const page = await call(path)
    expect([page.status, page.headers.refresh, page.text]).toEqual([503, '5', html('One moment, please')])
    expect([page.headers, page.text]).toEqual([
      expect.objectContaining(away),
      expect.stringContaining('tries again every five seconds'),
    ])
  }
  const posted = await call('/api/submit-application', { method: 'POST', accept: 'text/html,*/*;q=0.8' })
  expect([posted.status, posted.headers.refresh, posted.text]).toEqual([
    503,
    undefined,
    expect.stringContaining('Go back, and send it again'),
  ])
})

it('nginx and Caddy let every upload pass that the server accepts', () => {
  /** A number in a file of settings. */
  const setting = (name: string, pattern: RegExp): number =>
    Number(pattern.exec(readFileSync(`integrations/${name}`, 'utf8'))?.[1])
  expect(setting('nginx/kolam.conf', /client_max_body_size (\d+)m;/)).toBe(largestBodyBytes / 2 ** 20)
  expect(setting('nginx/kolam.conf', /client_body_timeout (\d+)s;/)).toBe(maxStallMs / 1000)
  expect(setting('caddy/Caddyfile', /max_buffer_size (\d+)}/)).toBe(largestBodyBytes)
  expect(setting('caddy/Caddyfile', /read_body (\d+)m\n/)).toBeGreaterThan(requestTimeouts.requestTimeout / 60_000)
})
