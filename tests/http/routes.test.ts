import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import { mount, type Route, Routes, refuseUndeclared, succeeded, type Web } from '../../src/server/http/routes.ts'
import { type App, openApp } from '../support/app.ts'

/** The public routes (contract, section 4). All others need the admin's session. */
const open = [
  'OPTIONS /api/submit-application',
  'POST /api/submit-application',
  'OPTIONS /api/sheet',
  'POST /api/sheet',
  'GET /api/form-token',
  'POST /api/auth/otp',
  'POST /api/auth/verify',
  'GET /api/auth/who',
  'POST /api/auth/passkey/options',
  'GET /app/link',
  'POST /app/link',
  'POST /api/shared-draft',
  'PUT /api/shared-draft',
  'DELETE /api/shared-draft',
  'GET /my',
  'GET /my/:token',
  'GET /drafts/:token',
  'GET /drafts/:token/:name',
  'GET /my/lost-link',
  'GET /my/stop/:token',
  'POST /my/lost-link',
  'POST /my/stop',
  'GET /my/link-requested',
  'POST /my/close',
  'POST /my/end-links',
  'GET /my/answer',
  'POST /my/answer',
  'GET /my/meeting',
  'POST /my/meeting',
  'GET /my/meeting.ics',
  'GET /my/offer',
  'POST /my/offer',
  'GET /my/offer/sheet',
  'GET /my/card',
  'POST /my/card',
  'GET /openapi.json',
  'GET /my/change',
  'GET /my/data',
  'POST /my/change',
  'GET /my/withdraw',
  'POST /my/withdraw',
  'POST /my/return',
  'POST /api/openings',
  'GET /opens',
  'POST /opens',
  'GET /opens/requested',
  'GET /opens/link/:token',
  'POST /opens/link/:token/confirm',
  'POST /opens/link/:token/off',
  'GET /entry',
  'POST /entry',
  'GET /entry/link/:token',
  'POST /entry/code',
  'POST /entry/again',
  'GET /committee',
  'GET /committee/link/:token',
  'GET /committee/:member',
  'GET /committee/:member/:application',
  'POST /committee/:member/:application',
  'GET /committee/:member/:application/:field',
  'GET /calendar/:file',
  'GET /stored-pictures/:name',
  'GET /healthz',
  'GET /readyz',
  'POST /readyz',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

let app: App
let id: string
let cookie: string
const canary = 'canary.bird@mine.example'
/** The registered methods of each path. */
let registered: Map<string, readonly string[]>
const url = (path: string): string => path.replace(':id', id).replace(':formType', 'Accelerator').replace(/:\w+/, 'approval')

/** Headers without a session: no credential, wrong ones, and the claims that the browser stores, which are not a credential. */
const claims = Buffer.from(JSON.stringify({ userId: 'a', email: 'admin@example.com', exp: 9_999_999_999 })).toString('base64url')
const strangers = [
  {},
  { cookie: 'kolam_session=wrong' },
  { cookie: `kolam_session=; kolam_session=${'0'.repeat(64)}` },
  { cookie: `kolam_session=${claims}`, authorization: `Bearer ${claims}` },
]

beforeAll(async () => {
  app = await openApp()
  id = (await app.apply('WorkForStartups', { email: canary })).id
  cookie = await app.session()
  // All registered routes, except middleware, which has no method.
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '*' && path !== '/*')
  const byPath = Map.groupBy(routes, ({ path }) => path)
  registered = new Map([...byPath].map(([path, some]) => [path, [...new Set(some.map(({ method }) => method))]]))
})
afterAll(() => app.remove())

describe('without a session', () => {
  it('every route that is not public answers 401 without a byte of an application', async () => {
    const calls = [...registered].flatMap(([path, some]) => some.map((method) => ({ path, method })))
    expect(calls.length).toBeGreaterThan(35)
    const answered: string[] = []
    for (const { path, method } of calls)
      for (const headers of strangers) {
        const changes = !['GET', 'OPTIONS'].includes(method)
        const response = await app.request(url(path), {
          method,
          headers: { 'content-type': 'application/json', ...headers } as Record<string, string>,
          ...(changes && { body: JSON.stringify({ status: 'approved', to: 'x@y.example', subject: 's', html: 'h', text: 't' }) }),
        })
        const text = await response.text()
        expect(text, `${method} ${path}`).not.toContain('canary')
        if (response.status === 401) expect(JSON.parse(text)).toMatchObject({ success: false, code: 'UNAUTHORIZED_ACCESS' })
        else answered.push(`${method} ${path}`)
      }
    expect([...new Set(answered)].sort()).toEqual([...open].sort())
    expect((await app.call(url('/api/applications/:id'))).body).toMatchObject({
      application: { status: 'pending', applicant_email: canary },
      history: { length: 1 },
    })
  })

  it('HEAD answers like GET, without a body', async () => {
    for (const [path, some] of registered) {
      if (!some.includes('GET')) continue
      const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => app.request(url(path), { method })))
      expect([path, head?.status, await head?.text()]).toEqual([path, get?.status, ''])
    }
  })
})

it.each(['/my/offer', '/my/card', '/my/withdraw', '/my/change', '/opens'])(
  '%s: no server error for what is no text',
  async (path) => {
    const noText = { toString: 1, valueOf: 1 }
    const names = ['of', 'at', 'offer', 'answer', 'name', 'reason', 'seen', 'consent', 'email']
    for (const value of [noText, [noText], null, 1e308]) {
      const body = JSON.stringify({ formType: 'Contact', ...Object.fromEntries(names.map((name) => [name, value])) })
      const response = await app.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      expect([JSON.stringify(value), response.status]).toEqual([JSON.stringify(value), path === '/opens' ? 422 : 404])
    }
  },
)

it('a method that a path does not support gets 405 with the allowed ones', async () => {
  for (const [path, some] of registered) {
    const has = some.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const method of methods.filter((name) => !has.includes(name) && name !== 'HEAD'))
      for (const headers of [{}, { cookie }] as Record<string, string>[]) {
        const response = await app.request(url(path), { method, headers })
        const where = `${method} ${path}`
        expect([where, response.status, response.headers.get('allow')?.split(', ').sort()]).toEqual([where, 405, has.sort()])
        expect(await response.json()).toEqual({
          success: false,
          error: 'This address does not take that method.',
          code: 'METHOD_NOT_ALLOWED',
          timestamp: expect.any(String),
        })
      }
  }
})

describe('a route without a declared audience stops the start', () => {
  const none = () => []
  const unguarded = { public: none, applicant: none, holder: none, admin: none, script: none, metrics: none }

  it('when its audience is none', async () => {
    const undeclared = { method: 'GET', path: '/api/new', handler: () => new Response() } as unknown as Route
    const spy = vi.spyOn(Routes.prototype, Symbol.iterator).mockImplementation(() => [undeclared].values())
    await expect(openApp()).rejects.toThrow('GET /api/new declares no audience')
    spy.mockRestore()
  })

  it('when programs that only read could change something with it', () => {
    const writing = new Routes('script').post('/api/new', (context) => context.text('changed'))
    expect(() => mount(new Hono<Web>(), unguarded, writing)).toThrow('POST /api/new is open to programs that only read')
  })

  it.each(['get', 'all'] as const)('when it was added to the app itself: app.%s', (method) => {
    const declared = [...new Routes('admin').get('/api/known', (context) => context.text('known'))]
    const bare = new Hono<Web>()
    bare.use(async (_, next) => next())
    mount(bare, unguarded, declared)
    refuseUndeclared(bare, declared)
    bare[method]('/api/new', (context) => context.text('open'))
    expect(() => refuseUndeclared(bare, declared)).toThrow(/ \/api\/new declares no audience$/)
  })
})

it('a handler that can end without an answer, or only throws, does not compile', () => {
  const forgetful = new Routes('admin')
    // @ts-expect-error it ends without an answer
    .on(routes.removePasskey, async (context) => void context.status(201))
    // @ts-expect-error it can end without one
    .on(routes.removePasskey, (context) => {
      if (context.req.param('id') === '') return succeeded
    })
    // @ts-expect-error it never answers
    .on(routes.removePasskey, async (context) => {
      if (context.req.param('id') === '') context.status(201)
      throw new Error('refused')
    })
    .on(routes.removePasskey, async () => succeeded)
  expect([...forgetful].length).toBe(4)
})

it('an unknown API path answers 404 with any method, in the one shape of failure', async () => {
  for (const method of methods) {
    const response = await app.request('/api/nothing', { method })
    expect([method, response.status]).toEqual([method, 404])
    if (method !== 'HEAD') expect((await response.json()).success).toBe(false)
  }
})

it('HEAD of the event stream uses no slot: after 60 of them a desk still gets events', async () => {
  for (let time = 0; time < 60; time += 1) {
    const head = await app.request('/api/applications/events', { method: 'HEAD', headers: { cookie } })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  }
  const leaving = new AbortController()
  const stream = await app.request('/api/applications/events', { headers: { cookie }, signal: leaving.signal })
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
  leaving.abort()
})

it('every response has the security headers', async () => {
  const expected = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
  for (const path of ['/healthz', '/api/applications', '/api/nothing']) {
    const { 'content-type': _, 'cache-control': __, ...headers } = Object.fromEntries((await app.request(path)).headers)
    expect([path, headers]).toEqual([path, expected])
  }
})

it("the desk's JSON is compressed; an export and the event stream are not", async () => {
  const encodingOf = async (path: string): Promise<string | null> => {
    const response = await app.request(path, { headers: { cookie, 'accept-encoding': 'gzip, br' } })
    expect([path, response.status]).toEqual([path, 200])
    await response.body?.cancel()
    return response.headers.get('content-encoding')
  }
  expect(await encodingOf('/api/applications')).toBe('gzip')
  expect(await encodingOf('/api/applications/export?format=json')).toBe(null)
  expect(await encodingOf('/api/applications/events')).toBe(null)
  const list = await app.request('/api/applications', { headers: { cookie, 'accept-encoding': 'gzip' } })
  const text = await new Response(list.body?.pipeThrough(new DecompressionStream('gzip'))).text()
  expect(JSON.parse(text)).toMatchObject({ success: true, total: 1 })
})
