import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'
import { runProgram } from '../support/program.ts'
import { cookiesOf, type Running, startServer } from '../support/server.ts'

const admin = 'admin@example.com'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

describe('the browsers that signed in', () => {
  let app: App
  afterEach(() => app.remove())

  const call = (method: string, route: string, headers: Record<string, string> = {}, body?: unknown) =>
    app.request(`/api/auth/${route}`, json(method, body, headers))
  async function signIn(agent: string): Promise<Record<string, string>> {
    await call('POST', 'otp', {}, { email: admin })
    const verified = await call('POST', 'verify', { 'user-agent': agent }, { email: admin, otp: app.passcodes.at(-1) })
    return { cookie: cookiesOf(verified) }
  }
  const list = async (headers: Record<string, string>) => (await call('GET', 'access', headers)).json()
  const status = async (headers: Record<string, string>) => (await call('GET', 'session', headers)).status

  it('are listed with their sessions; each can be signed out or untrusted', async () => {
    app = await openApp()
    const [first, second] = [await signIn(firefox), await signIn(chrome)]
    const { browsers } = await list(second)
    const at = new Date(app.clock.ms).toISOString()
    const until = new Date(app.clock.ms + 86_400_000).toISOString()
    const times = { id: expect.stringMatching(/^[0-9a-f]{16}$/), first_signed_in_at: at, signed_in_at: at, session_until: until }
    expect(browsers).toHaveLength(2)
    expect(browsers).toContainEqual({ ...times, name: 'Firefox on Linux', current: false })
    expect(browsers).toContainEqual({ ...times, name: 'Chrome on Windows', current: true })
    const id = browsers.find(({ current }: { current: boolean }) => !current).id
    expect((await call('DELETE', `sessions/${id}`, second)).status).toBe(200)
    expect([await status(first), await status(second)]).toEqual([401, 200])
    expect((await list(second)).browsers).toContainEqual({
      ...times,
      id,
      name: 'Firefox on Linux',
      session_until: null,
      current: false,
    })
    expect((await call('DELETE', `sessions/${id}`, second)).status).toBe(404)
    expect((await call('DELETE', `browsers/${id}`, second)).status).toBe(200)
    expect((await list(second)).browsers.map(({ name }: { name: string }) => name)).toEqual(['Chrome on Windows'])
    expect((await call('DELETE', `browsers/${id}`, second)).status).toBe(404)
  })

  it('are all signed out and untrusted by one call', async () => {
    app = await openApp()
    const [first, second] = [await signIn(firefox), await signIn(chrome)]
    expect((await call('DELETE', 'access', first)).status).toBe(200)
    expect([await status(first), await status(second)]).toEqual([401, 401])
    expect((await list(await signIn(chrome))).browsers).toHaveLength(1)
  })

  it('get a warning after more than 20 refused sign-ins in an hour', async () => {
    app = await openApp()
    const signedIn = await signIn(firefox)
    const refuse = async (count: number) => {
      for (let n = 0; n < count; n += 1) await call('POST', 'verify', {}, { email: admin, otp: '000000' })
    }
    await refuse(20)
    expect(await list(signedIn)).toMatchObject({ refusals: 20, many_refusals: false })
    await refuse(1)
    expect(await list(signedIn)).toMatchObject({ refusals: 21, many_refusals: true })
    app.clock.ms += 2 * 3_600_000
    expect(await list(signedIn)).toMatchObject({ refusals: 0, many_refusals: false })
  })
})

describe('a sign-in link', () => {
  let server: Running
  beforeAll(async () => {
    // Nothing listens there, so no mail arrives.
    server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
  })
  afterAll(() => server.remove())

  const makeLink = async (): Promise<URL> => {
    const env = { DATA_DIR: server.dataDir, PUBLIC_URL: server.url, ...databaseOf(server) }
    const { output } = await runProgram('login-link', [], env)
    return new URL(output.split('\n')[0] ?? '')
  }
  const databaseOf = ({ databaseUrl }: Running): Record<string, string> =>
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const press = (token: string | null) =>
    server.request('/app/link', { method: 'POST', body: new URLSearchParams({ token: token ?? '' }) })

  it('signs in once, only by its button, while mail does not work', async () => {
    const link = await makeLink()
    const token = link.searchParams.get('token')
    for (let time = 0; time < 2; time += 1) {
      const page = await fetch(link)
      const html = await page.text()
      expect([page.status, page.headers.get('cache-control'), page.headers.getSetCookie()]).toEqual([200, 'no-store', []])
      expect(html).toContain(`value="${token}"`)
      expect(html).toMatch(/<form[^>]*action="\/app\/link"[^>]*method="post"/)
    }
    const pressed = await press(token)
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/app/dashboard'])
    const session = await server.call('/api/auth/session', 'GET', undefined, { cookie: cookiesOf(pressed) })
    expect(session.body).toMatchObject({ success: true, user: { email: admin } })
    const again = await press(token)
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
    expect(await again.text()).toContain('This link was used before, or is older than ten minutes.')
  })

  it('with another key, time or address is refused', async () => {
    const token = (await makeLink()).searchParams.get('token') ?? ''
    const [expires = '', nonce = '', signed = ''] = token.split('.')
    const later = `${Number(expires) + 1}.${nonce}.${signed}`
    const forged = `${expires}.${nonce}.${signed.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`
    for (const no of [later, forged, '', '<b>', '1.2.3']) expect((await press(no)).status).toBe(401)
    const page = await fetch(`${server.url}/app/link?token=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(await page.text()).not.toContain('alert(1)')
    expect((await press(token)).status).toBe(303)
  })
})
