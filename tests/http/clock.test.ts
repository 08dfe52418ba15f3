import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedDrafts } from '../../src/features/shared-drafts/store.ts'
import { AppError } from '../../src/shared/errors.ts'
import { promises } from '../support/adapters.ts'
import { answers, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'
import { cookiesOf } from '../support/server.ts'

let app: App
afterEach(() => app.remove())

const minute = 60_000
const day = 24 * 60 * minute
const admin = 'admin@example.com'

const post = (path: string, body: unknown, headers: Record<string, string> = {}) => app.request(path, json('POST', body, headers))
const verify = (otp: string | undefined, headers?: Record<string, string>) =>
  post('/api/auth/verify', { email: admin, otp }, headers)
async function askForCode(): Promise<string> {
  expect((await post('/api/auth/otp', { email: admin })).status).toBe(200)
  return app.passcodes.at(-1) ?? ''
}
/** Tries wrong codes, five for each passcode. */
async function tryWrongCodes(count: number): Promise<void> {
  for (let tries = 0; tries < count; tries += 1) {
    if (tries % 5 === 0) await askForCode()
    expect((await verify(wrong(app.passcodes.at(-1) ?? ''))).status).toBe(401)
  }
}
const wrong = (right: string): string => (right === '000000' ? '000001' : '000000')

describe('a passcode', () => {
  it('is valid for ten minutes', async () => {
    app = await openApp()
    const first = await askForCode()
    app.clock.ms += 10 * minute - 1
    expect((await verify(first)).status).toBe(200)
    const second = await askForCode()
    app.clock.ms += 10 * minute
    const late = await verify(second)
    expect([late.status, (await late.json()).error]).toEqual([401, 'Invalid or expired OTP'])
  })

  it('after 20 wrong codes in a day is refused to strangers, not to a trusted browser', async () => {
    app = await openApp()
    const trustedCookies = cookiesOf(await verify(await askForCode()))
    await tryWrongCodes(20)
    const right = await askForCode()
    expect((await verify(right)).status).toBe(401)
    expect((await verify(right, { cookie: trustedCookies })).status).toBe(200)
    app.clock.ms += day + minute
    expect((await verify(await askForCode())).status).toBe(200)
  })

  it('is refused to strangers after 100 wrong ones in 30 days', async () => {
    app = await openApp()
    for (let days = 0; days < 5; days += 1) {
      await tryWrongCodes(20)
      app.clock.ms += day + minute
    }
    expect((await verify(await askForCode())).status).toBe(401)
    app.clock.ms += 30 * day
    expect((await verify(await askForCode())).status).toBe(200)
  }, 60_000)

  it('computes no slow hash without a code or a remaining try', async () => {
    app = await openApp()
    const guess = async () => expect((await verify('000000')).status).toBe(401)
    /** The CPU of `count` guesses, in milliseconds; one slow hash takes about 50. */
    const cost = async (guesses: number): Promise<number> => {
      const before = process.cpuUsage()
      for (let tries = 0; tries < guesses; tries += 1) await guess()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    expect(await cost(100)).toBeLessThan(2500)
    await tryWrongCodes(20)
    expect(await cost(100)).toBeLessThan(2500)
  })

  it('is stored as a hash', async () => {
    const seen: unknown[] = []
    app = await openApp()
    const { put } = app.storage.passcodes
    app.storage.passcodes.put = (passcode, strangers) => {
      seen.push(passcode)
      return put(passcode, strangers)
    }
    const code = await askForCode()
    expect(seen).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toContain(code)
  })
})

describe('a session', () => {
  it('lasts 24 hours, then is reported as expired', async () => {
    app = await openApp()
    const cookie = cookiesOf(await verify(await askForCode()))
    app.clock.ms += day - 1
    expect((await app.request('/api/stats', { headers: { cookie } })).status).toBe(200)
    app.clock.ms += 1
    const late = await app.request('/api/stats', { headers: { cookie } })
    expect([late.status, await late.json()]).toMatchObject([
      401,
      { code: 'SESSION_EXPIRED', error: 'Your session has expired. Please log in again.' },
    ])
  })
})

describe('an idempotency key', () => {
  it('identifies its submission for seven days', async () => {
    app = await openApp()
    const formAnswers = answers('Investor')
    const send = async () =>
      (
        await app.request(
          '/api/submit-application',
          submission('Investor', formAnswers, { 'Idempotency-Key': 'seven-days-0001' }),
        )
      ).json()
    const first = await send()
    app.clock.ms += 7 * day - minute
    await app.storage.sweep(new Date(app.clock.ms))
    expect(await send()).toEqual(first)
    app.clock.ms += 2 * minute
    await app.storage.sweep(new Date(app.clock.ms))
    const later = await send()
    expect(later.success).toBe(true)
    expect(later.applicationId).not.toBe(first.applicationId)
  })
})

it('an export is named by the day in India, also while the day in UTC is another', async () => {
  app = await openApp()
  app.clock.ms = Date.parse('2026-01-05T20:00:00Z')
  const cookie = cookiesOf(await verify(await askForCode()))
  const response = await app.request('/api/applications/export?format=csv', { headers: { cookie } })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="applications-2026-01-06.csv"')
  await response.body?.cancel()
})

it('a clock far ahead after a start deletes nothing until it has gone on for 12 h', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kolam-clock-'))
  const open = () => openApp({ dataDir, promises: { ...promises, erase: 7 }, databaseUrl: null })
  app = await open()
  const [remaining, deleted] = await Promise.all(
    (['Contact', 'Investor'] as const).map(async (type) => (await app.apply(type)).id),
  )
  await app.apply('Contact', { knot: 'http://pills.example' })
  await post('/api/openings', { email: 'asha@example.com' })
  const draft = { id: 'a'.repeat(22), revision: 0 }
  expect((await app.request('/api/shared-draft', json('PUT', { ...draft, sealed: 'aa' }))).status).toBe(200)
  for (const name of ['purge', 'sweep', 'retention']) await app.chore(name)
  await app.call(`/api/applications/${deleted}`, 'DELETE')
  await app.remove()

  app = await open()
  const start = app.clock.ms
  const runAll = async () => {
    for (const name of ['purge', 'sweep', 'retention']) await app.chore(name, 'stopped')
  }
  const stored = async () => {
    return {
      listed: (await app.call('/api/applications')).body.total,
      quarantined: (await app.call('/api/quarantine')).body.total,
      subscribed: (await app.call('/api/openings/count')).body.unconfirmed,
      draft: (await sharedDrafts(app.storage.engine).get(draft.id, 1)) !== undefined,
      warnings: (await app.call('/api/outbox')).body.warnings,
      ready: await (await app.request('/readyz')).json(),
    }
  }
  const warning =
    'The clock of this server is 2000 days ahead of the last time at which a server ran. Until it has gone on for 12 hours, nothing is deleted because of its age. If it is wrong, correct it before that.'
  const all = { listed: 1, quarantined: 1, subscribed: 1, draft: true }
  const inDoubt = { ...all, warnings: [warning], ready: { success: true, attention: ['clock'] } }
  app.clock.ms = start + 2000 * day
  await runAll()
  expect(await stored()).toEqual(inDoubt)

  // Right again: only what was deleted by hand is due.
  app.clock.ms = start + minute
  await runAll()
  expect(await stored()).toEqual({ ...all, warnings: [], ready: { success: true } })

  app.clock.ms = start + 2000 * day
  for (let halfHours = 0; halfHours < 24; halfHours += 1) {
    await runAll()
    app.clock.ms += 30 * minute
  }
  expect(await stored()).toEqual(inDoubt)
  await runAll()
  expect(await stored()).toEqual({
    listed: 0,
    quarantined: 0,
    subscribed: 0,
    draft: false,
    warnings: [],
    ready: { success: true },
  })
  expect((await app.call(`/api/applications/${remaining}`)).status).toBe(404)
})

describe('identical content', () => {
  it('is a duplicate for 24 hours', async () => {
    app = await openApp()
    const formAnswers = answers('Contact')
    const send = async () => (await app.request('/api/submit-application', submission('Contact', formAnswers))).status
    expect(await send()).toBe(201)
    app.clock.ms += day - 1
    expect(await send()).toBe(409)
    app.clock.ms += 2
    expect(await send()).toBe(201)
  })
})

describe('a database that cannot write', () => {
  const down = async (): Promise<never> => {
    throw new AppError('DATABASE_CONNECTION_FAILED', { cause: new Error('disk full at /var/lib/secret') })
  }

  it('acknowledges nothing, and sends Retry-After', async () => {
    app = await openApp()
    app.storage.applications.add = down
    const response = await app.request('/api/submit-application', submission('Contact', answers('Contact')))
    const text = await response.text()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(text)).toMatchObject({
      success: false,
      code: 'DATABASE_CONNECTION_FAILED',
      error: 'Service temporarily unavailable. Please try again later.',
    })
    expect(text).not.toContain('secret')
  })

  it('answers a bug without a stack trace', async () => {
    app = await openApp()
    app.storage.applications.add = async () => {
      throw new Error('select * from secret')
    }
    const response = await app.request('/api/submit-application', submission('Contact', answers('Contact')))
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ code: 'UNKNOWN_ERROR', error: 'An unexpected error occurred. Please try again.' })
    expect(text).not.toMatch(/select|secret|\.ts|at /)
  })

  it('is not ready', async () => {
    app = await openApp({ broken: { ping: down } })
    expect((await app.request('/readyz')).status).toBe(503)
    expect((await app.request('/healthz')).status).toBe(200)
  })
})
