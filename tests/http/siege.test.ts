import { afterEach, expect, it } from 'vitest'
import { minute } from '../../src/shared/dates.ts'
import { type App, openApp } from '../support/app.ts'

/** How many strangers attack the sign-in, and how many codes they guess. `npm run drills` runs with more. */
const strangers = Number(process.env.KOLAM_SIEGE_STRANGERS ?? 100)
const guesses = Number(process.env.KOLAM_SIEGE_GUESSES ?? 1_000)
const timeout = 60_000 + 100 * guesses

const admin = 'admin@example.com'
let app: App
afterEach(() => app.remove())

/** A browser at an address, with its cookies. */
function browser(address: string) {
  const cookies = new Map<string, string>()
  const post = async (path: string, body: object): Promise<number> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie !== '' && { cookie }) },
      body: JSON.stringify({ email: admin, ...body }),
    })
    for (const pair of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(pair) ?? []
      cookies.set(name, value)
    }
    return response.status
  }
  return { cookies, post }
}

const addressOf = (n: number): string => `198.51.${Math.floor(n / 250)}.${n % 250}`

/** Signs the admin in with the code of the mail. Returns the status of the sign-in. */
async function signIn({ post }: ReturnType<typeof browser>, proof?: string): Promise<number> {
  const mailed = app.passcodes.length
  await post('otp', { proof })
  return app.passcodes.length === mailed ? 0 : post('verify', { otp: app.passcodes.at(-1) })
}

/** The link in the newest mail, with which a new browser proves access to the mailbox. */
const newestProof = (): string | undefined => /#proof=([a-p]{64})/.exec(app.mails.at(-1)?.text ?? '')?.[1]

it('the admin signs in 20 of 20 times while strangers request and try codes', async () => {
  app = await openApp({ settings: { LIMIT_PASSCODES: '10/1h', TRUST_PROXY: '1' } })
  const trusted = browser('203.0.113.1')
  expect(await signIn(trusted)).toBe(200)
  const outcomes: number[] = []
  let mailed = 0
  for (let round = 0; round < 20; round += 1) {
    const before = app.passcodes.length
    for (let n = 0; n < strangers; n += 1) {
      const stranger = browser(addressOf(n))
      await stranger.post('otp', {})
      if (n % 20 === 0) for (let tries = 0; tries < 5; tries += 1) await stranger.post('verify', { otp: '000000' })
    }
    mailed += app.passcodes.length - before
    outcomes.push(await signIn(trusted))
    const fresh = browser('203.0.113.200')
    outcomes.push((await signIn(fresh)) === 200 ? 200 : await signIn(fresh, newestProof()))
    app.clock.ms += 3 * minute
  }
  expect(outcomes).toEqual(Array(40).fill(200))
  expect(mailed).toBeLessThanOrEqual(3)
}, 300_000)

it('at most 20 of many guesses a day are checked, at a low cost, and none succeeds', { timeout }, async () => {
  app = await openApp({ settings: { LIMIT_PASSCODES: '10/1h', TRUST_PROXY: '1' } })
  const { beginTry } = app.storage.passcodes
  let judged = 0
  app.storage.passcodes.beginTry = async (...call) => {
    const tried = await beginTry(...call)
    if (tried.kind === 'counted') judged += 1
    return tried
  }
  const owners = Array.from({ length: 10 }, (_, n) => browser(addressOf(n)))
  const statuses = new Set<number>()
  const before = process.cpuUsage()
  for (let n = 0; n < guesses; n += 1) {
    const guesser = owners[n % owners.length] ?? browser('')
    if (n % (guesses / 20) < 10) await guesser.post('otp', {})
    const otp = String((Number(app.passcodes.at(-1)) + 1 + n) % 1_000_000).padStart(6, '0')
    statuses.add(await guesser.post('verify', { otp }))
    app.clock.ms += (23 * 60 * minute) / guesses
  }
  const { user, system } = process.cpuUsage(before)
  expect(judged).toBe(20)
  expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([])
  const msEach = (user + system) / 1000 / guesses
  const idle = process.cpuUsage()
  for (let n = 0; n < guesses; n += 1) await app.request('/healthz')
  const spent = process.cpuUsage(idle)
  const requestMs = (spent.user + spent.system) / 1000 / guesses
  console.info(`a guess costs ${msEach.toFixed(3)} ms of CPU, of which any request costs ${requestMs.toFixed(3)} ms`)
  expect(msEach).toBeLessThan(10)
})

it('a wrong code costs the same reads for the admin’s address as for another', async () => {
  const tries: unknown[] = []
  app = await openApp({
    wrap: (storage) => ({
      ...storage,
      passcodes: {
        ...storage.passcodes,
        beginTry: async (...call) => {
          const result = await storage.passcodes.beginTry(...call)
          tries.push([call[0], result.kind])
          return result
        },
      },
    }),
  })
  const answers = []
  for (const email of [admin, 'somebody@else.example'])
    for (const otp of ['123456', 'letters']) answers.push(await browser('198.51.100.7').post('verify', { email, otp }))
  expect([answers, tries]).toEqual([
    [401, 401, 401, 401],
    [
      [admin, 'none'],
      ['somebody@else.example', 'none'],
    ],
  ])
})
