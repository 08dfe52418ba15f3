import { afterEach, expect, it } from 'vitest'
import { day, minute } from '../../src/shared/dates.ts'
import { answers, pdf, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'

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
    const headers = { 'x-forwarded-for': address, ...(cookie !== '' && { cookie }) }
    const response = await app.request(`/api/auth/${path}`, json('POST', { email: admin, ...body }, headers))
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
async function signIn({ post }: ReturnType<typeof browser>): Promise<number> {
  const mailed = app.passcodes.length
  await post('otp', {})
  return app.passcodes.length === mailed ? 0 : post('verify', { otp: app.passcodes.at(-1) })
}

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
    app.clock.ms += 3 * minute
  }
  expect(outcomes).toEqual(Array(20).fill(200))
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

it('a disk with little space refuses files, then all that strangers send', async () => {
  const MB = 1024 * 1024
  let freeBytes = 2_000 * MB
  app = await openApp({ disk: async () => ({ freeBytes, sizeBytes: 10_000 * MB }) })
  const send = async (type: 'Contact' | 'WorkForStartups', n: number) => {
    const response = await app.request('/api/submit-application', submission(type, { ...answers(type), name: `Asha ${n}` }))
    return { status: response.status, ...(await response.json()) }
  }
  const state = async () => {
    const ready = await app.request('/readyz')
    return [ready.status, (await ready.json()).attention, (await app.call('/api/outbox')).body.warnings] as const
  }
  expect(await state()).toEqual([200, undefined, []])
  const { applicationId } = await send('WorkForStartups', 1)
  await send('Contact', 1)

  freeBytes -= 1
  const text = (free: string) =>
    `${free} of the disk are free; below 1,000 MB applicants can send no files, below 500 MB nothing. Free space on the disk.`
  expect(await state()).toEqual([200, ['disk'], [text('1,999 MB')]])
  expect((await send('WorkForStartups', 2)).status).toBe(201)

  freeBytes = 1_000 * MB - 1
  expect(await state()).toEqual([200, ['disk'], [text('999 MB')]])
  expect(await send('WorkForStartups', 3)).toMatchObject({
    status: 503,
    code: 'FORM_SUBMISSION_FAILED',
    error: 'We cannot take files at the moment. Please send it again later, or write to us.',
  })
  expect((await send('Contact', 2)).status).toBe(201)

  freeBytes = 500 * MB - 1
  expect((await state()).slice(0, 2)).toEqual([503, undefined])
  expect(await send('Contact', 3)).toMatchObject({ status: 503, code: 'FORM_SUBMISSION_FAILED' })
  const draft = { id: 'a'.repeat(22), revision: 0, sealed: 'aa' }
  const stored = await Promise.all([
    app.request('/api/shared-draft', json('PUT', draft)),
    app.request('/api/openings', json('POST', { email: 'asha@example.com' })),
  ])
  expect(stored.map(({ status }) => status)).toEqual([503, 503])

  // The admin has room.
  const { applications } = (await app.call('/api/applications')).body
  expect(applications).toHaveLength(4)
  const decided = applications.find(({ id }: { id: string }) => id !== applicationId)
  expect((await app.call(`/api/applications/${applicationId}`, 'DELETE')).status).toBe(200)
  const body = { status: 'rejected' }
  expect((await app.call(`/api/applications/${decided.id}`, 'PATCH', body)).status).toBe(200)
})

it('a network adds at most 512 MB of files a day, and others are not affected', async () => {
  app = await openApp({ settings: { TRUST_PROXY: '1' } })
  const send = async (n: number, client: string, type: 'Contact' | 'WorkForStartups' = 'WorkForStartups') => {
    const init = submission(type, { ...answers(type), name: `Asha ${n}` }, { 'x-forwarded-for': client })
    const response = await app.request('/api/submit-application', init)
    return { status: response.status, retry: response.headers.get('retry-after'), error: (await response.json()).error }
  }
  const sent = 512 * 1024 - Math.ceil(pdf.byteLength / 1024)
  await app.storage.limits.hit('files:203.0.113.0/24', 512 * 1024, day, new Date(app.clock.ms), undefined, sent)
  expect((await send(1, '203.0.113.1')).status).toBe(201)
  expect(await send(2, '203.0.113.2')).toEqual({
    status: 429,
    retry: String(day / 1000),
    error: 'A lot was sent from your network today. Please send this tomorrow or from another network, or write to us.',
  })
  expect([(await send(3, '203.0.113.2', 'Contact')).status, (await send(4, '203.0.114.1')).status]).toEqual([201, 201])
  app.clock.ms += day
  expect((await send(5, '203.0.113.1')).status).toBe(201)
})
