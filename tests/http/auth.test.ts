import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { json } from '../support/desk.ts'
import { cookiesOf, type Running, startServer, until } from '../support/server.ts'

let server: Running
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const admin = 'admin@example.com'
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const verify = (otp: unknown, headers?: Record<string, string>): Promise<Response> =>
  post('/api/auth/verify', { email: admin, otp }, headers)
const session = (cookie: string): Promise<Response> => server.request('/api/auth/session', { headers: { cookie } })

/** Requests a passcode and reads it from the mail. */
async function code(headers?: Record<string, string>): Promise<string> {
  const before = (await server.mails()).length
  const otpResponse = await post('/api/auth/otp', { email: ` ${admin.toUpperCase()} ` }, headers)
  expect([otpResponse.status, await otpResponse.json()]).toEqual([200, { success: true }])
  const letter = await until('the passcode', async () => (await server.mails())[before])
  expect([letter.to?.[0]?.address, letter.from?.address]).toEqual([admin, 'hello@kolam.example'])
  const found = /\b(\d{6})\b/.exec(letter.text ?? '')?.[1]
  if (found === undefined) throw new Error(`no code in ${letter.text}`)
  expect(letter.html).toContain(found)
  return found
}
const wrong = (right: string): string => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

async function refusesCode(response: Response): Promise<void> {
  expect([response.status, await response.json()]).toMatchObject([
    401,
    { success: false, code: 'OTP_INVALID', error: 'Invalid or expired OTP' },
  ])
}

describe('requesting a passcode', () => {
  it('refuses another address and mails nothing', async () => {
    const before = (await server.mails()).length
    const response = await post('/api/auth/otp', { email: 'someone@example.com' })
    expect([response.status, await response.json()]).toMatchObject([
      403,
      {
        success: false,
        code: 'UNAUTHORIZED_ACCESS',
        error: 'Access denied. Only authorized admin can login.',
        details: { email: 'Access restricted to authorized users only' },
      },
    ])
    expect(await server.mails()).toHaveLength(before)
  })

  it.each([
    ['{', 422, 'FORM_VALIDATION_FAILED'],
    [[], 422, 'FORM_VALIDATION_FAILED'],
    [{}, 400, 'INVALID_CREDENTIALS'],
    [{ email: 7 }, 400, 'INVALID_CREDENTIALS'],
    [{ email: [admin] }, 400, 'INVALID_CREDENTIALS'],
    [{ email: 'nobody' }, 400, 'INVALID_CREDENTIALS'],
    [{ email: `${admin}\nBcc: x@y.example` }, 400, 'INVALID_CREDENTIALS'],
  ])('refuses %j with %i', async (body, status, code) => {
    const before = (await server.mails()).length
    const response = await post('/api/auth/otp', body)
    expect([response.status, (await response.json()).code]).toEqual([status, code])
    expect(await server.mails()).toHaveLength(before)
  })

  it('prints recipient, subject and code, and keeps the code out of the logs', async () => {
    const sent = await code()
    const lines = server.output().split('\n')
    expect(lines.some((line) => line.includes(admin) && line.includes(sent))).toBe(true)
    for (const line of lines.filter((logLine) => logLine.startsWith('{'))) {
      expect(line).not.toContain(admin)
      expect(line.replace(/"(time|request)":"[^"]*"/g, '')).not.toContain(sent)
    }
  })

  it('answers a repeat under its key without another mail', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await code(headers)
    const before = (await server.mails()).length
    expect((await post('/api/auth/otp', { email: ` ${admin.toUpperCase()} ` }, headers)).status).toBe(200)
    expect(await server.mails()).toHaveLength(before)
    expect((await verify(first)).status).toBe(200)
  })
})

describe('a passcode', () => {
  it('signs in: user, readable claims, 24 hours, cookie', async () => {
    const started = Date.now()
    const response = await verify(await code())
    const body = await response.json()
    expect(body.success).toBe(true)
    expect(body.user).toEqual({ id: expect.stringMatching(/^admin-\d+$/), email: admin, created_at: expect.any(String) })
    const claims = JSON.parse(Buffer.from(body.token, 'base64url').toString())
    const until24h = Date.parse(body.expiresAt) - started
    expect(until24h).toBeGreaterThan(24 * 3600_000 - 5000)
    expect(until24h).toBeLessThan(24 * 3600_000 + 30_000)
    expect(claims).toEqual({ userId: body.user.id, email: admin, exp: Math.floor(Date.parse(body.expiresAt) / 1000) })
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toMatch(/; HttpOnly/i)
      expect(cookie).toMatch(/; SameSite=Strict/i)
      expect(cookie).not.toMatch(/; Secure/i)
    }
    const signedIn = await session(cookiesOf(response))
    expect([signedIn.status, await signedIn.json()]).toMatchObject([
      200,
      { success: true, user: body.user, expiresAt: body.expiresAt },
    ])
  })

  it('is refused when it is wrong, used, or of an earlier request', async () => {
    const older = await code()
    const right = await code()
    await refusesCode(await verify(wrong(right)))
    if (older !== right) await refusesCode(await verify(older))
    expect((await verify(right)).status).toBe(200)
    await refusesCode(await verify(right))
  })

  it('signs in one of two concurrent tries', async () => {
    const right = await code()
    const statuses = (await Promise.all([verify(right), verify(right), verify(right)])).map((response) => response.status)
    expect(statuses.sort()).toEqual([200, 401, 401])
  })

  it('is accepted after 4 wrong tries, not after 5; a new request works', async () => {
    const fourth = await code()
    for (let tries = 0; tries < 4; tries += 1) await refusesCode(await verify(wrong(fourth)))
    expect((await verify(fourth)).status).toBe(200)
    const fifth = await code()
    for (let tries = 0; tries < 5; tries += 1) await refusesCode(await verify(wrong(fifth)))
    await refusesCode(await verify(fifth))
    expect((await verify(await code())).status).toBe(200)
  })

  it('answers a repeat under its key with the first response, and without it refuses', async () => {
    const right = await code()
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const [first, again] = [await verify(right, headers), await verify(right, headers)]
    expect(await again.json()).toEqual(await first.json())
    expect((await session(cookiesOf(again))).status).toBe(200)
    await refusesCode(await verify(right))
    await refusesCode(await verify(right, { 'Idempotency-Key': crypto.randomUUID() }))
  })

  it.each([
    ['{', 422],
    [[], 422],
    [{}, 400],
    [{ email: admin, otp: 123456 }, 400],
    [{ email: admin, otp: {} }, 400],
    [{ email: [admin], otp: '123456' }, 400],
  ])('is refused as %j with %i', async (body, status) => {
    const response = await post('/api/auth/verify', body)
    expect([response.status, (await response.json()).code]).toEqual([status, 'FORM_VALIDATION_FAILED'])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', "' or 1=1"])('is refused as %j', async (otp) =>
    refusesCode(await verify(otp)),
  )
})

describe('a session', () => {
  it('ends on the server at logout', async () => {
    const cookie = await server.signIn()
    expect((await session(cookie)).status).toBe(200)
    const out = await post('/api/auth/logout', {}, { cookie })
    expect([out.status, await out.json()]).toEqual([200, { success: true }])
    expect((await session(cookie)).status).toBe(401)
  })

  it('is not opened by the token', async () => {
    const response = await (await verify(await code())).json()
    const tries: Record<string, string>[] = [
      { authorization: `Bearer ${response.token}` },
      { cookie: `kolam_session=${response.token}` },
      { cookie: `auth_token=${response.token}` },
    ]
    for (const headers of tries)
      expect((await fetch(`${server.url}/api/stats?token=${response.token}`, { headers })).status).toBe(401)
  })

  it('ends when its address is no longer the admin, and only then', async () => {
    const database = await testDatabase()
    const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'kolam-admins-'))
    const sameDatabase = { DATA_DIR, ...(database.url !== undefined && { DATABASE_URL: database.url }) }
    const applications = async (ADMIN_EMAIL: string, cookie?: string) => {
      const running = await startServer({ ...sameDatabase, ADMIN_EMAIL })
      try {
        const cookies = cookie ?? (await running.signIn())
        const get = async (call: string) => (await fetch(`${running.url}/api/${call}`, { headers: { cookie: cookies } })).status
        const statuses = [await get('applications'), await get('applications/export?format=csv'), await get('auth/session')]
        const { user } = await (await fetch(`${running.url}/api/auth/who`, { headers: { cookie: cookies } })).json()
        return { cookies, statuses, who: user?.email }
      } finally {
        await running.stop()
      }
    }
    try {
      const before = await applications('first@kolam.example')
      expect(before).toMatchObject({ statuses: [200, 200, 200], who: 'first@kolam.example' })
      expect(await applications('next@kolam.example', before.cookies)).toMatchObject({
        statuses: [401, 401, 401],
        who: undefined,
      })
      expect(await applications('First@Kolam.example', before.cookies)).toMatchObject({ statuses: [401, 401, 401] })
    } finally {
      await database.remove()
      await rm(DATA_DIR, { recursive: true, force: true })
    }
  })

  it('survives a restart', async () => {
    const cookie = await server.signIn()
    await server.stop()
    await server.start()
    expect((await session(cookie)).status).toBe(200)
  })
})

describe('limits', () => {
  it('answers 429 with Retry-After after half of the requests from one client', async () => {
    const limited = await openApp({ settings: { LIMIT_PASSCODES: '4/1h', PUBLIC_URL: 'https://kolam.example' } })
    try {
      const requestPasscode = () => limited.request('/api/auth/otp', json('POST', { email: admin }))
      expect([(await requestPasscode()).status, (await requestPasscode()).status]).toEqual([200, 200])
      const third = await requestPasscode()
      expect([third.status, (await third.json()).code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect(third.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    } finally {
      await limited.remove()
    }
  })

  it('answers 429 to a client that tries many codes, without a slow hash', async () => {
    const limited = await openApp({ settings: { LIMIT_PASSCODES: '1/1h' } })
    try {
      const attempt = () => limited.request('/api/auth/verify', json('POST', { email: admin, otp: '000000' }))
      for (let time = 0; time < 10; time += 1) expect((await attempt()).status).toBe(401)
      const eleventh = await attempt()
      expect([eleventh.status, Number(eleventh.headers.get('retry-after')) > 3000]).toEqual([429, true])
    } finally {
      await limited.remove()
    }
  })

  it('logs each client and session under a hash, and no address', async () => {
    const cookie = await server.signIn()
    await session(cookie)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{"level"'))
      .map((line) => JSON.parse(line))
    const calls = lines.filter(({ path: called }) => called === '/api/auth/session')
    expect(calls.at(-1)).toMatchObject({
      client: expect.stringMatching(/^[0-9a-f]{12}$/),
      session: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    expect(new Set(lines.filter(({ client }) => client !== undefined).map(({ client }) => client)).size).toBe(1)
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1')
  })

  it('sets Secure cookies when the public address is https', async () => {
    const secure = await openApp({ settings: { PUBLIC_URL: 'https://kolam.example' } })
    try {
      await secure.request('/api/auth/otp', json('POST', { email: admin }))
      const response = await secure.request('/api/auth/verify', json('POST', { email: admin, otp: secure.passcodes[0] }))
      expect(response.status).toBe(200)
      const cookies = response.headers.getSetCookie()
      expect(cookies.length).toBeGreaterThan(0)
      for (const cookie of cookies) expect(cookie).toMatch(/^__Host-kolam_\w+=[^;]+;.*Path=\/;.*Secure(;|$)/i)
    } finally {
      await secure.remove()
    }
  })
})
