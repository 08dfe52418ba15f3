import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour, minute } from '../../src/shared/dates.ts'
import { answers, submission } from '../support/answers.ts'
import { type App, type DeskCall, deskCalls, openApp } from '../support/app.ts'
import { type Running, startServer } from '../support/server.ts'

const canary = 'quill@canary.example'
const bearer = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
})

describe('a token', () => {
  let app: App
  let call: DeskCall
  let token: string
  let id: string
  beforeAll(async () => {
    app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_PASSCODES: '10/1h' } })
    call = await deskCalls(app)
    const sent = await app.request(
      '/api/submit-application',
      submission('Accelerator', answers('Accelerator', { email: canary, companyName: 'Loom' })),
    )
    id = (await sent.json()).applicationId
    token = await make('Weekly report')
  })
  afterAll(() => app.remove())

  async function make(name: string): Promise<string> {
    const made = await call('/api/scripts/tokens', { method: 'POST', body: { name } })
    expect(made).toEqual({ status: 200, success: true, token: expect.stringMatching(/^kolam_[\w-]{43}$/) })
    return made.token
  }
  const list = async () => (await call('/api/scripts')).tokens
  const read = async (path: string, credential = token, more = {}) => {
    const response = await app.request(path, bearer(credential, more))
    return { response, text: await response.text() }
  }

  it('reads list, application, numbers and CSV; every other route sees a stranger', async () => {
    const opened: string[] = []
    const url = (path: string): string => path.replace(':id', id).replace(':formType', 'Accelerator').replace(/:\w+/, 'approval')
    const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '*' && path !== '/*')
    expect(routes.length).toBeGreaterThan(100)
    for (const { method, path } of routes) {
      const body = ['GET', 'OPTIONS'].includes(method) ? undefined : JSON.stringify({ status: 'approved', name: 'More' })
      const from = (address: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': address })
      const stranger = await app.request(url(path), { method, headers: from('192.0.2.1'), body })
      const program = await app.request(url(path), { method, ...bearer(token, from('198.51.100.1')), body })
      const texts = [await stranger.text(), await program.text()].map((text) => text.replace(/"timestamp":"[^"]*"/, ''))
      expect(program.headers.get('set-cookie'), `${method} ${path}`).toBe(stranger.headers.get('set-cookie'))
      if (stranger.status === 401 && program.status === 200) opened.push(`${method} ${path}`)
      else expect([method, path, program.status, texts[1]?.includes(canary)]).toEqual([method, path, stranger.status, false])
    }
    expect([...new Set(opened)].sort()).toEqual([
      'GET /api/applications',
      'GET /api/applications/:id',
      'GET /api/applications/export',
      'GET /api/stats',
    ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect([method, (await app.request('/api/applications', { method, ...bearer(token) })).status]).toEqual([method, 405])
    expect(await list()).toMatchObject([{ name: 'Weekly report' }])
    expect(await call(`/api/applications/${id}`)).toMatchObject({ application: { status: 'pending', read_at: null } })
  })

  it('has the filters and the cursor of the list, and nothing but CSV of the exports', async () => {
    const page = await read('/api/applications?form_type=Accelerator&q=loom&limit=1')
    expect(page.response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(page.text)).toMatchObject({ total: 1, nextCursor: null, applications: [{ id, applicant_email: canary }] })
    expect(JSON.parse((await read('/api/applications?status=approved')).text)).toMatchObject({ total: 0, applications: [] })
    expect((await read('/api/applications?status=nothing')).response.status).toBe(400)
    expect(JSON.parse((await read(`/api/applications/${id}`)).text)).toMatchObject({
      application: { id },
      history: { length: 1 },
    })
    const csv = await read('/api/applications/export?status=pending')
    expect([csv.response.headers.get('content-type'), csv.text.includes(canary)]).toEqual(['text/csv; charset=utf-8', true])
    for (const format of ['xlsx', 'json', 'zip']) {
      const refused = await read(`/api/applications/export?format=${format}`)
      expect([refused.response.status, JSON.parse(refused.text)]).toMatchObject([403, { error: 'A token exports CSV only.' }])
    }
  })

  it('is stored as a hash, and its last use is listed', async () => {
    app.clock.ms += hour
    expect((await read('/api/stats')).response.status).toBe(200)
    const at = app.clock.ms
    app.clock.ms += minute / 2
    await read('/api/stats')
    const [listed] = await list()
    expect(listed).toEqual({
      ...{ id: expect.any(String), name: 'Weekly report', created_at: expect.any(String) },
      used_at: new Date(at).toISOString(),
    })
    const [stored] = await app.storage.scriptTokens.list('admin@example.com')
    expect(stored?.hash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify([listed, stored])).not.toContain(token)
  })

  it('is refused when wrong, ended or of a former admin, 100 times an hour', async () => {
    const ended = await make('Ended')
    const { id: endedId } = (await list()).at(-1)
    expect((await call(`/api/scripts/tokens/${endedId}`, { method: 'DELETE' })).status).toBe(200)
    expect(await call(`/api/scripts/tokens/${endedId}`, { method: 'DELETE' })).toMatchObject({
      ...{ status: 404, error: 'This token is not in the list.' },
    })
    const former = 'kolam_former'
    const hash = createHash('sha256').update(former).digest('hex')
    const stored = { id: 'f', name: 'Former', hash, createdAt: new Date(app.clock.ms) }
    expect(await app.storage.scriptTokens.add('former@example.com', stored, 5)).toBe(true)
    const from = { 'x-forwarded-for': '192.0.2.7' }
    for (const wrong of [ended, former, `${token}x`, 'kolam_', 'x']) {
      const refused = await read('/api/applications', wrong, from)
      expect([refused.response.status, JSON.parse(refused.text)]).toMatchObject([
        401,
        { code: 'UNAUTHORIZED_ACCESS', error: 'This token is wrong, or was ended.' },
      ])
    }
    for (let n = 5; n < 100; n += 1) expect((await read('/api/stats', 'wrong', from)).response.status).toBe(401)
    const limited = await read('/api/stats', 'wrong', from)
    expect([limited.response.status, limited.response.headers.has('retry-after')]).toEqual([429, true])
    // Whoever shares the address still reads.
    expect((await read('/api/stats', token, from)).response.status).toBe(200)
    expect((await read('/api/stats', 'wrong', { 'x-forwarded-for': '192.0.2.8' })).response.status).toBe(401)
  })

  it("does not replace a session, and a proxy's own header does not end one", async () => {
    const cookie = await app.signIn()
    expect((await read('/api/applications', 'of-the-proxy', { cookie })).response.status).toBe(200)
    expect((await read('/api/applications', 'of-the-proxy', { cookie: 'kolam_session=wrong' })).response.status).toBe(401)
    expect((await read('/api/auth/session')).response.status).toBe(401)
    expect(JSON.parse((await read('/api/auth/who')).text)).toMatchObject({ user: null })
  })

  it('has a name; there are five at most, also when several are made at once', async () => {
    for (const [name, fault] of [
      ['', 'A name is required'],
      [7, 'A name is required'],
      ['x'.repeat(61), 'The name can have 60 characters at most'],
    ] as const)
      expect(await call('/api/scripts/tokens', { method: 'POST', body: { name } })).toMatchObject({
        ...{ status: 400, details: { name: fault } },
      })
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => call('/api/scripts/tokens', { method: 'POST', body: { name: `Script ${n}` } })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
    expect(made.find(({ status }) => status === 409)).toMatchObject({ error: 'There are 5 tokens already. End one first.' })
    expect(await list()).toHaveLength(5)
  })
})

describe('the log', () => {
  let server: Running
  beforeAll(async () => {
    server = await startServer({ LOG_LEVEL: 'trace' })
  })
  afterAll(() => server.remove())

  it('names the id of a token, and never the token, right or wrong', async () => {
    const headers = { cookie: await server.signIn(), 'content-type': 'application/json' }
    const made = await fetch(`${server.url}/api/scripts/tokens`, { method: 'POST', headers, body: '{"name":"Log"}' })
    const { token } = (await made.json()) as { token: string }
    const statuses = []
    for (const credential of [token, `${token}wrong`])
      for (const path of ['/api/applications', '/api/applications/none', '/api/views'])
        statuses.push((await fetch(server.url + path, bearer(credential))).status)
    expect(statuses).toEqual([200, 404, 401, 401, 401, 401])
    await expect.poll(() => server.output()).toMatch(/"path":"\/api\/applications","status":200,.*"script":"[\da-f-]{36}"/)
    expect(server.output()).not.toContain(token)
  })
})
