import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Running, startServer } from '../support/server.ts'

const admin = 'admin@example.com'
let server: Running
let mailed = 0

beforeEach(async () => {
  mailed = 0
  server = await startServer({ TRUST_PROXY: '1', LIMIT_PASSCODES: '10/1h' })
})
afterEach(() => server.remove())

/** Someone at an address: a browser keeps the cookies that it is given, a program does not. */
function client(address: string, keepsCookies = true) {
  const cookies = new Map<string, string>()
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${server.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie !== '' && { cookie }), ...headers },
      body: JSON.stringify(body),
    })
    for (const one of keepsCookies ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      cookies.set(name, value)
    }
    return response
  }
  /** Asks for a code; its digits, when one was mailed. */
  const ask = async (): Promise<string | undefined> => {
    const { status } = await post('otp', { email: admin })
    if (status !== 200) return undefined
    const letter = (await server.mails())[mailed]
    mailed += 1
    return /\b(\d{6})\b/.exec(letter?.text ?? '')?.[1]
  }
  const verify = async (otp: string | undefined): Promise<number> => (await post('verify', { email: admin, otp })).status
  return { cookies, post, ask, verify }
}
type Client = ReturnType<typeof client>

const wrong = (right = '000000'): string => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

/** A browser of the admin's that signed in before. */
async function knownBrowser(): Promise<Client> {
  const trusted = client('203.0.113.1')
  expect(await trusted.verify(await trusted.ask())).toBe(200)
  return trusted
}

it('the code in hand still works after a stranger asks for one', async () => {
  for (const browser of [client('203.0.113.9'), await knownBrowser()]) {
    const code = await browser.ask()
    expect(await client('198.51.100.66').ask()).toMatch(/^\d{6}$/)
    expect(await client('198.51.100.67', false).ask()).toMatch(/^\d{6}$/)
    expect(await browser.verify(code)).toBe(200)
  }
})

it('the code in hand still works after strangers tried five wrong ones', async () => {
  for (const browser of [client('203.0.113.9'), await knownBrowser()]) {
    const code = await browser.ask()
    // from elsewhere, and from the same address without and with a cookie
    for (const stranger of [client('198.51.100.66'), client('203.0.113.9', false), client('203.0.113.1')])
      for (let tries = 0; tries < 5; tries += 1) expect(await stranger.verify(wrong(code))).toBe(401)
    expect(await browser.verify(code)).toBe(200)
  }
})

it('a browser that signed in before gets a code after strangers used up all requests', async () => {
  const trusted = await knownBrowser()
  const statuses: number[] = []
  for (const address of ['198.51.100.1', '198.51.100.2', '203.0.113.1'])
    for (let requests = 0; requests < 6; requests += 1)
      statuses.push((await client(address).post('otp', { email: admin })).status)
  // five from each client, ten in all, one of which was the known browser's first
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  expect(await server.mails()).toHaveLength(10)
  mailed = 10
  expect(await trusted.verify(await trusted.ask())).toBe(200)
})

it('a browser that signed in before signs in after strangers tried 20 wrong codes', async () => {
  const trusted = await knownBrowser()
  const codes: [Client, string | undefined][] = []
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4']) {
    const stranger = client(address)
    const code = await stranger.ask()
    for (let tries = 0; tries < 5; tries += 1) expect(await stranger.verify(wrong(code))).toBe(401)
    codes.push([stranger, code])
  }
  const next = client('198.51.100.5')
  expect(await next.verify(await next.ask())).toBe(401)
  expect(await trusted.verify(await trusted.ask())).toBe(200)
})

it('a code that was requested in one browser opens nothing in another', async () => {
  const browser = client('203.0.113.1')
  await browser.ask()
  const code = await browser.ask()
  expect(await client('198.51.100.66').verify(code)).toBe(401)
  expect(await client('203.0.113.1', false).verify(code)).toBe(401)
  expect(await browser.verify(code)).toBe(200)
})

it('a program without cookies signs in from the address that it asked from', async () => {
  const program = client('203.0.113.1', false)
  const older = await program.ask()
  const code = await program.ask()
  if (older !== code) expect(await program.verify(older)).toBe(401)
  expect(await client('198.51.100.66', false).verify(code)).toBe(401)
  expect(await program.verify(code)).toBe(200)
  expect(await program.verify(code)).toBe(401)
})

it('one code is mailed when a request is repeated under its key before the first is answered', async () => {
  const browser = client('203.0.113.1')
  const key = { 'idempotency-key': crypto.randomUUID() }
  const replies = await Promise.all([1, 2, 3].map(() => browser.post('otp', { email: admin }, key)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const cookies = new Set(replies.flatMap((reply) => reply.headers.getSetCookie()))
  expect(cookies.size).toBe(1)
  const mails = await server.mails()
  expect(mails).toHaveLength(1)
  const code = /\b(\d{6})\b/.exec(mails[0]?.text ?? '')?.[1]
  const verified = await Promise.all([1, 2].map(() => browser.post('verify', { email: admin, otp: code }, key)))
  expect(await verified[1]?.json()).toEqual(await verified[0]?.json())
})

it('what a browser was given before it signed in is worth nothing afterwards', async () => {
  const browser = client('203.0.113.1')
  const code = await browser.ask()
  const before = browser.cookies.get('kolam_device')
  expect(await browser.verify(code)).toBe(200)
  expect(browser.cookies.get('kolam_device')).not.toBe(before)
  const planted = client('203.0.113.1')
  planted.cookies.set('kolam_device', before ?? '')
  for (let requests = 0; requests < 4; requests += 1) expect(await planted.ask()).toMatch(/^\d{6}$/)
  expect(await planted.ask()).toBeUndefined()
})
