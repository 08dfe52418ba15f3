import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../src/shared/errors.ts'
import { answers, submission } from '../support/answers.ts'
import { openApp } from '../support/app.ts'
import { type Running, startServer } from '../support/server.ts'

const token = 'a-token-of-24-characters'
let server: Running

beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: token, SMTP_URL: '', LIMIT_SUBMISSIONS: '5/1h' })
  await server.session()
})
afterAll(() => server.remove())

const read = async (headers: Record<string, string> = { authorization: `Bearer ${token}` }) => {
  const response = await fetch(`${server.url}/metrics`, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
/** The value of a line, by its name and labels. */
const value = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((sample) => sample.startsWith(`${line} `))
      ?.slice(line.length),
  )

describe('/metrics', () => {
  it('needs the token or a session', async () => {
    const cookie = await server.session()
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie }] as Record<string, string>[])
      expect(await read(headers)).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
    for (const headers of [
      {},
      { authorization: 'Bearer a-token-of-24-characterz' },
      { authorization: 'Bearer a-token-of-24-characterz', cookie },
      { authorization: token },
      { cookie: 'kolam_session=wrong' },
    ] as Record<string, string>[]) {
      const { status, text } = await read(headers)
      expect([status, JSON.parse(text).code]).toEqual([401, 'UNAUTHORIZED_ACCESS'])
    }
  })

  it('refuses every token when none is set', async () => {
    const app = await openApp()
    try {
      for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer x'])
        expect((await app.request('/metrics', { headers: { authorization } })).status).toBe(401)
    } finally {
      await app.remove()
    }
  })

  it('counts applications, submissions by outcome and the outbox, without names', async () => {
    const formAnswers = answers('Accelerator')
    const post = (body: RequestInit) => fetch(`${server.url}/api/submit-application`, body)
    const { applicationId } = await (await post(submission('Accelerator', formAnswers))).json()
    await post(submission('Contact', answers('Contact')))
    await post(submission('Accelerator', { ...formAnswers, phone: 'another' }))
    await post(submission('Contact', { email: 'no address' }))
    await post(submission('Contact', { email: 'no address' }, { accept: 'text/html' }))
    // Invalid ones count against another limit.
    for (const email of ['a@example.in', 'b@example.in', 'c@example.in'])
      await post(submission('Contact', answers('Contact', { email })))
    await server.decide(`/api/applications/${applicationId}`, 'approved')
    const { text } = await read()
    expect(value(text, 'kolam_applications{form="Accelerator",status="approved"}')).toBe(1)
    expect(value(text, 'kolam_applications{form="Contact",status="pending"}')).toBe(3)
    expect(value(text, 'kolam_applications{form="Investor",status="pending"}')).toBe(0)
    expect(value(text, 'kolam_submissions_total{outcome="accepted"}')).toBe(4)
    expect(value(text, 'kolam_submissions_total{outcome="DUPLICATE_SUBMISSION"}')).toBe(1)
    expect(value(text, 'kolam_submissions_total{outcome="FORM_VALIDATION_FAILED"}')).toBe(2)
    expect(value(text, 'kolam_submissions_total{outcome="TOO_MANY_REQUESTS"}')).toBe(1)
    expect(value(text, 'kolam_request_duration_seconds_count{route="submission"}')).toBe(8)
    expect(value(text, 'kolam_request_duration_seconds_bucket{route="submission",le="+Inf"}')).toBe(8)
    expect(value(text, 'kolam_store_up')).toBe(1)
    expect(value(text, 'kolam_outbox{topic="mail.letter",state="parked"}')).toBe(0)
    expect(value(text, 'kolam_outbox_failing_seconds{topic="mail.letter"}')).toBe(0)
    expect(value(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(text).toMatch(
      /^kolam_build_info\{version="\d+\.\d+\.\d+-\d{8}T\d{6}(-[0-9a-f]{10})?(-changed)?",node="\d+\.[\d.]+",store="(sqlite|postgresql)"\} 1$/m,
    )
    for (const secret of [formAnswers.email, formAnswers.founderName, formAnswers.companyName, applicationId, token, 'admin@'])
      expect(text).not.toContain(String(secret))
  })

  it('has the age of the last backup, and the desk says when there is no newer one', async () => {
    const warnings = async () => (await server.call('/api/outbox')).body.warnings.join(' ')
    expect((await read()).text).not.toContain('kolam_backup_age_seconds')
    expect(await warnings()).not.toContain('backup')
    for (const [hours, isLate] of [
      [2, false],
      [27, true],
    ] as const) {
      const at = new Date(Date.now() - hours * 3_600_000).toISOString()
      await writeFile(path.join(server.dataDir, 'backups.json'), JSON.stringify({ backup: { at, file: '/backups/a.sqlite' } }))
      expect(value((await read()).text, 'kolam_backup_age_seconds') / 3600).toBeCloseTo(hours, 1)
      expect((await warnings()).includes('There should be one every hour: find out why it stopped.')).toBe(isLate)
    }
  })

  it('has the format of Prometheus', async () => {
    const { text } = await read()
    const names = new Set([...text.matchAll(/^# TYPE (\S+) (?:gauge|counter|histogram|summary)$/gm)].map(([, name]) => name))
    expect(text.endsWith('\n')).toBe(true)
    for (const line of text
      .trimEnd()
      .split('\n')
      .filter((sample) => !sample.startsWith('#'))) {
      expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? -?\d+(\.\d+)?(e-?\d+)?$/)
      expect(names).toContain(/^[a-z_]+/.exec(line)?.[0].replace(/_(bucket|sum|count)$/, ''))
    }
    const buckets = [...text.matchAll(/_bucket\{route="page",le="[^"]+"\} (\d+)/g)].map(([, n]) => Number(n))
    expect(buckets).toEqual([...buckets].sort((a, b) => a - b))
  })

  it('reports how long entries are overdue', async () => {
    const app = await openApp()
    try {
      await app.apply()
      app.clock.ms += 90_000
      const now = new Date(app.clock.ms)
      const [entry] = await app.storage.outbox.claim(['mail.letter'], 1, now, new Date(app.clock.ms + 60_000))
      if (entry === undefined) throw new Error('no letter waits')
      await app.storage.outbox.settle(entry, { kind: 'failed', fault: 'away' }, now, new Date(app.clock.ms + 900_000))
      app.clock.ms += 30_000
      const text = await (await app.fetch('/metrics')).text()
      expect(value(text, 'kolam_outbox{topic="mail.letter",state="waiting"}')).toBe(1)
      expect(value(text, 'kolam_outbox_oldest_seconds{topic="mail.letter"}')).toBe(120)
    } finally {
      await app.remove()
    }
  })

  it('responds without its database, and reports that', async () => {
    const app = await openApp({
      broken: {
        measures: () => Promise.reject(new AppError('DATABASE_CONNECTION_FAILED')),
      },
    })
    try {
      const text = await (await app.fetch('/metrics')).text()
      expect([value(text, 'kolam_store_up'), text.includes('kolam_applications')]).toEqual([0, false])
    } finally {
      await app.remove()
    }
  })
})
