import { hash } from 'node:crypto'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startServer, until } from '../support/server.ts'

let server: Running

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Sends a raw request: the path is not normalised, and the response is not decompressed. */
const send = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(new URL(server.url), { path, method, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    })
      .on('error', reject)
      .end()
  })

/** The headers that do not depend on the time. */
const lasting = ({ headers: { date: _, connection: __, 'keep-alive': ___, 'transfer-encoding': ____, ...lasting } }: Answer) =>
  lasting

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: '' })
  for (const path of ['/', '/accelerator'])
    await until('compressed pages', async () =>
      (await send(path, { 'accept-encoding': 'gzip' })).headers['content-encoding'] === 'gzip' ? true : undefined,
    )
})
afterAll(() => server.remove())

describe('a built page', () => {
  it('is the same page in every encoding, each with its own ETag', async () => {
    const identity = await send('/accelerator')
    const brotli = await send('/accelerator', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await send('/accelerator', { 'accept-encoding': 'GZIP;q=0.5' })
    expect([identity, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(brotli.body).equals(identity.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(identity.body)).toBe(true)
    expect(identity.body.toString()).toContain('</html>')
    const etag = String(identity.headers.etag)
    // The server has only the compressed bytes by now; the ETag is the hash of the file.
    expect(etag).toBe(`"${hash('sha256', identity.body, 'base64url').slice(0, 22)}"`)
    expect([brotli, gzip].map(({ headers }) => headers.etag)).toEqual([etag.replace(/"$/, '-br"'), etag.replace(/"$/, '-gzip"')])
    for (const answer of [identity, brotli, gzip]) {
      expect(answer.headers['content-length']).toBe(String(answer.body.byteLength))
      expect(answer.headers.vary).toBe('Accept-Encoding')
    }
  })

  it.each(['', 'identity', 'deflate, zstd', 'br;q=0, gzip;q=0.0', 'brotli', '*;q=0'])(
    'is not compressed for Accept-Encoding: %s',
    async (accepted) => {
      expect((await send('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined()
    },
  )

  it('is answered with 304 for its own ETag, and with the page for another', async () => {
    const page = await send('/', { 'accept-encoding': 'br' })
    const etag = String(page.headers.etag)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const unchanged = await send('/', { 'accept-encoding': 'br', 'if-none-match': tags })
      expect([unchanged.status, unchanged.body.byteLength]).toEqual([304, 0])
      const { 'content-length': _, 'content-encoding': __, ...same } = lasting(page)
      expect(lasting(unchanged)).toEqual(same)
    }
    for (const tags of ['"other"', etag.replace('-br', '-gzip'), etag.slice(1)])
      expect((await send('/', { 'accept-encoding': 'br', 'if-none-match': tags })).status).toBe(200)
  })

  it('has the headers of GET and no body for HEAD', async () => {
    for (const path of ['/', '/favicon.svg', '/nothing-here', '/apply/']) {
      const [get, head] = [await send(path), await send(path, {}, 'HEAD')]
      expect([head.status, head.body.byteLength]).toEqual([get.status, 0])
      expect(lasting(head)).toEqual(lasting(get))
    }
  })

  it('has the security headers, and its own content policy', async () => {
    const { headers } = await send('/')
    expect(headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-.*frame-ancestors 'none'$/)
    expect((await send('/icon-192.png')).headers['cross-origin-resource-policy']).toBe('cross-origin')
    const none = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    expect((await send('/sitemap.xml')).headers['content-security-policy']).toBe(none)
  })

  it('is the target of a redirect from its address with a slash, with the query', async () => {
    const { status, headers } = await send('/apply/?utm_source=letter')
    expect([status, headers.location]).toEqual([301, '/apply?utm_source=letter'])
    expect((await send('//example.com/')).status).toBe(404)
  })

  it('is found under an address that is not normalised', async () => {
    const page = await send('/about')
    for (const path of ['/about?x=1', '/./about', '/blog/../about', 'http://127.0.0.1/about']) {
      const answer = await send(path)
      expect([path, answer.status, answer.body.equals(page.body)]).toEqual([path, 200, true])
    }
  })

  it('refuses other methods, and names the allowed ones', async () => {
    const { status, headers } = await send('/about', {}, 'DELETE')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('an unknown path', () => {
  it.each(['/404', '/refused', '/nothing', '/about/nothing', '/_assets/nothing.js'])(
    'is answered with the page for it: %s',
    async (path) => {
      const { status, body } = await send(path, { 'if-none-match': '*' })
      expect([status, body.toString().includes('</html>')]).toEqual([404, true])
    },
  )

  it('in the blog is answered with the page for unknown posts', async () => {
    const [post, page] = [await send('/blog/nothing'), await send('/nothing')]
    expect([post.status, post.body.equals(page.body)]).toEqual([404, false])
  })
})

it('security.txt names a contact and an expiry date in the future', async () => {
  const response = await fetch(`${server.url}/.well-known/security.txt`)
  const text = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now())
  expect(text).toContain(`Canonical: http://localhost:`)
})

describe('a path with capitals', () => {
  it.each([
    ['/Accelerator', '/accelerator'],
    ['/ACCELERATOR', '/accelerator'],
    ['/Accelerator?utm_source=Flyer&x=%41', '/accelerator?utm_source=Flyer&x=%41'],
    ['/Accelerator/', '/accelerator'],
    ['/blog/Complete-Guide-Building-MVP', '/blog/complete-guide-building-mvp'],
    ['/app/Dashboard', '/app/dashboard'],
    ['/Contact/Submitted?type=Contact', '/contact/submitted?type=Contact'],
    ['/Blog/Feed.xml', '/blog/feed.xml'],
    ['/My', '/my'],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers, body } = await send(path)
    expect([status, headers.location, body.length]).toEqual([301, location, 0])
    expect((await send(path, {}, 'HEAD')).status).toBe(301)
  })

  it.each([
    '/Nothing',
    '/My/ABC.Secret',
    '/my/0123.Secret',
    '/Committee/Link/ABC',
    '/Api/Applications',
    '/API/stats',
    '/Refused',
    '//Accelerator',
  ])('%s is the name of nothing', async (path) => {
    const { status, headers } = await send(path)
    expect([status, headers.location]).toEqual([404, undefined])
  })
})

it('the icons that browsers ask for without a link exist, and are small', async () => {
  const icon = await send('/favicon.ico')
  expect([icon.status, icon.headers['content-type'], icon.body.length < 5000]).toEqual([200, 'image/x-icon', true])
  // One picture of 32 pixels, a PNG file of the length in the header.
  expect([...icon.body.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(icon.body.readUInt32LE(14)).toBe(icon.body.length - icon.body.readUInt32LE(18))
  const drawn = await sharp(icon.body.subarray(icon.body.readUInt32LE(18))).metadata()
  expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 32, 32])
  const touch = await send('/apple-touch-icon.png')
  const { width, height } = await sharp(touch.body).metadata()
  expect([touch.status, touch.headers['content-type'], width, height]).toEqual([200, 'image/png', 180, 180])
  expect(touch.body.length).toBeLessThan(20_000)
})
