import { afterEach, beforeEach, expect, it } from 'vitest'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'

const admin = 'admin@example.com'
let app: App
let mailed = 0

beforeEach(async () => {
  mailed = 0
  app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_PASSCODES: '20/1h' } })
})
afterEach(() => app.remove())

/** All mailed codes, oldest first. */
const codes = (): readonly string[] =>
  app.mails.map(({ text }) => /\n\s+(\d{6})\n/.exec(text)?.[1]).filter((code) => code !== undefined)

/** A client at an address: a browser stores cookies, a program does not. */
function client(address: string, keepsCookies = true) {
  const cookies = new Map<string, string>()
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { 'x-forwarded-for': address, ...(cookie !== '' && { cookie }), ...headers }
    const response = await app.request(`/api/auth/${path}`, json('POST', body, own))
    for (const cookie of keepsCookies ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  }
  /** Requests a code. Returns it when one was mailed. */
  const requestCode = async (): Promise<string | undefined> => {
    const { status } = await post('otp', { email: admin })
    if (status !== 200) return undefined
    const code = codes()[mailed]
    if (code !== undefined) mailed += 1
    return code
  }
  const verify = async (otp: string | undefined): Promise<number> => (await post('verify', { email: admin, otp })).status
  return { cookies, post, requestCode, verify }
}
type Client = ReturnType<typeof client>

const wrong = (right = '000000'): string => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

/** A trusted browser of the admin. */
async function trustedBrowser(): Promise<Client> {
  const trusted = client('203.0.113.1')
  expect(await trusted.verify(await trusted.requestCode())).toBe(200)
  const letter = app.mails.at(-1)
  expect([letter?.subject, letter?.to]).toEqual(['A new browser signed in to Kolam', admin])
  expect(letter?.text).toMatch(/Another program[\s\S]*passcode[\s\S]*203\.0\.113\.1/)
  return trusted
}

it('an earlier code still works after a stranger requests one', async () => {
  for (const browser of [client('203.0.113.9'), await trustedBrowser()]) {
    const code = await browser.requestCode()
    expect(await client('198.51.100.66').requestCode()).toMatch(/^\d{6}$/)
    expect(await client('198.51.100.67', false).requestCode()).toMatch(/^\d{6}$/)
    expect(await browser.verify(code)).toBe(200)
  }
})

it('an earlier code still works after strangers tried five wrong ones', async () => {
  for (const browser of [client('203.0.113.9'), await trustedBrowser()]) {
    const code = await browser.requestCode()
    // From another address, and from the same address without and with a cookie.
    for (const stranger of [client('198.51.100.66'), client('203.0.113.9', false), client('203.0.113.1')])
      for (let tries = 0; tries < 5; tries += 1) expect(await stranger.verify(wrong(code))).toBe(401)
    expect(await browser.verify(code)).toBe(200)
  }
})

it('a trusted browser gets a code after strangers used up all requests', async () => {
  const trusted = await trustedBrowser()
  const statuses: number[] = []
  for (const address of ['198.51.100.1', '198.51.100.2', '203.0.113.1'])
    for (let requests = 0; requests < 12; requests += 1)
      statuses.push((await client(address).post('otp', { email: admin })).status)
  // Ten for each client and twenty in all, one of which was the first of the trusted browser. Six of them are mailed.
  expect(statuses.filter((status) => status === 200)).toHaveLength(19)
  expect(statuses.filter((status) => status === 429)).toHaveLength(17)
  expect(codes()).toHaveLength(7)
  mailed = 7
  expect(await trusted.verify(await trusted.requestCode())).toBe(200)
})

it('a browser that signs in again stays trusted; its old cookies are invalid', async () => {
  const browser = await trustedBrowser()
  const before = new Map(browser.cookies)
  const mails = app.mails.length
  expect(await browser.verify(await browser.requestCode())).toBe(200)
  expect(app.mails).toHaveLength(mails + 1)
  const who = (cookies: ReadonlyMap<string, string>) =>
    app.request('/api/auth/session', { headers: { cookie: `kolam_session=${cookies.get('kolam_session')}` } })
  expect([(await who(before)).status, (await who(browser.cookies)).status]).toEqual([401, 200])
})

it('a code of one browser is refused in another', async () => {
  const browser = client('203.0.113.1')
  await browser.requestCode()
  const code = await browser.requestCode()
  expect(await client('198.51.100.66').verify(code)).toBe(401)
  expect(await client('203.0.113.1', false).verify(code)).toBe(401)
  expect(await browser.verify(code)).toBe(200)
})

it('a program without cookies signs in from the address of its request', async () => {
  const program = client('203.0.113.1', false)
  const older = await program.requestCode()
  const code = await program.requestCode()
  if (older !== code) expect(await program.verify(older)).toBe(401)
  expect(await client('198.51.100.66', false).verify(code)).toBe(401)
  expect(await program.verify(code)).toBe(200)
  expect(await program.verify(code)).toBe(401)
})

it('one code is mailed for two concurrent requests under one key', async () => {
  const browser = client('203.0.113.1')
  const key = { 'idempotency-key': crypto.randomUUID() }
  const responses = await Promise.all([1, 2, 3].map(() => browser.post('otp', { email: admin }, key)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const cookies = new Set(responses.flatMap((response) => response.headers.getSetCookie()))
  expect(cookies.size).toBe(1)
  const [code, ...others] = codes()
  expect(others).toEqual([])
  const verified = await Promise.all([1, 2].map(() => browser.post('verify', { email: admin, otp: code }, key)))
  expect(await verified[1]?.json()).toEqual(await verified[0]?.json())
})

it('cookies from before a sign-in are invalid after it', async () => {
  const browser = client('203.0.113.1')
  const code = await browser.requestCode()
  const before = browser.cookies.get('kolam_device')
  expect(await browser.verify(code)).toBe(200)
  expect(browser.cookies.get('kolam_device')).not.toBe(before)
  const planted = client('203.0.113.1')
  planted.cookies.set('kolam_device', before ?? '')
  for (let requests = 0; requests < 6; requests += 1) expect(await planted.requestCode()).toMatch(/^\d{6}$/)
  expect(await planted.requestCode()).toBeUndefined()
})
