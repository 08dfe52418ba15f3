import { afterEach, expect, it } from 'vitest'
import { sha256 } from '../../src/server/hashes.ts'
import { smtpMailer } from '../../src/server/mail/smtp.ts'
import { hour } from '../../src/shared/dates.ts'
import { answers } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { cookiesOf } from '../support/server.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'

/** How many submissions name the victim. `npm run drills` sends more. */
const posts = Number(process.env.KOLAM_AIMED_POSTS ?? 60)

const victim = 'victim@example.org'
const admin = 'admin@example.com'
let app: App
let smtp: Smtp
afterEach(async () => {
  await app.remove()
  await smtp.close()
})

async function open(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  smtp = await startSmtp()
  const mailer = smtpMailer({ url: smtp.url, from: 'Kolam <hello@kolam.example>', now: () => new Date(app.clock.ms) })
  app = await openApp({ mailer, settings: { TRUST_PROXY: '1', ...settings } })
}

const forms = ['Accelerator', 'StartupStudio', 'FundRaise'] as const
const names = ['Nila Raman', 'You won: reply phish', 'phish.example', 'Nila\r\nBcc: phish@example.org', '<b>Phish</b>']

/** Words of the sender, different in every answer, so that no submission counts as spam. */
const words = (n: number, name: string): string => `phish ${sha256(`${n} ${name}`).replace(/\d/g, ' ')}`

/** Submits from a new client address, with the sender's words in every text. Returns the application's id. */
async function post(n: number, email: string, founderName = names[n % names.length]): Promise<string> {
  const type = forms[n % forms.length] ?? 'Accelerator'
  const marked = Object.entries(answers(type)).map(([name, value]) => [
    name,
    typeof value === 'string' && value.includes('வணக்கம்') ? words(n, name) : value,
  ])
  const values = { ...Object.fromEntries(marked), companyName: words(n, 'company'), email, founderName }
  const response = await app.request('/api/submit-application', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.${51 + Math.floor(n / 60_000)}.${Math.floor(n / 250) % 250}.${n % 250}`,
    },
    body: JSON.stringify({ formType: type, ...values }),
  })
  expect(response.status).toBe(201)
  return (await response.json()).applicationId
}

/** Signs in, and returns the outbox of the desk and the number of quarantined submissions. */
async function atDesk(): Promise<{ readonly held: readonly Record<string, unknown>[]; readonly quarantined: number }> {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: admin })
  const requested = await app.request('/api/auth/otp', { method: 'POST', headers: json, body })
  const otp = smtp.delivered.findLast(({ to }) => to[0] === admin)?.mail.text?.match(/\b\d{6}\b/)?.[0]
  const headers = { ...json, cookie: cookiesOf(requested) }
  const verified = await app.request('/api/auth/verify', { method: 'POST', headers, body: JSON.stringify({ email: admin, otp }) })
  expect(verified.status).toBe(200)
  const read = async (path: string) => (await app.request(path, { headers: { cookie: cookiesOf(verified) } })).json()
  const { letters, total } = await read('/api/outbox/letters')
  expect(letters.length).toBe(total)
  return { held: letters, quarantined: (await read('/api/quarantine')).total }
}

const toVictim = () => smtp.delivered.filter(({ to }) => to[0]?.toLowerCase() === victim)

it(`${posts} posts with one address: 3 mails, no word of the sender’s, rest held`, async () => {
  await open({ LIMIT_CONFIRMATIONS: '60/1h' })
  for (let n = 0; n < posts; n += 1) await post(n, n % 2 === 0 ? victim : ' Victim@Example.org')
  const sentAt: number[] = []
  for (let elapsed = 0; elapsed < 72; elapsed += 1) {
    await app.runOutbox()
    while (sentAt.length < toVictim().length) sentAt.push(elapsed)
    app.clock.ms += hour
  }
  expect(sentAt).toEqual([0, 1, 2])
  for (const { raw, mail } of toVictim()) {
    expect(raw + mail.html + mail.text + mail.subject).not.toMatch(/phish|you won/i)
    expect(mail.text).toMatch(/^Dear (Nila Raman|applicant),\n/)
  }
  const { held, quarantined } = await atDesk()
  expect(held.length + quarantined).toBe(posts - 3)
  expect(held.length).toBeGreaterThan(posts / 2)
  for (const { letter, by_hand, last_fault } of held)
    expect([letter, by_hand, last_fault]).toEqual([
      'confirmation',
      true,
      'This address has had three confirmations within a day.',
    ])
}, 300_000)

it('confirmations over the limit of an hour are sent later; a passcode at once', async () => {
  await open({ LIMIT_CONFIRMATIONS: '6/1h' })
  for (let n = 0; n < 15; n += 1) await post(n, `person${n}@example.in`, 'Nila Raman')
  await app.runOutbox()
  expect(smtp.delivered.length).toBe(6)
  const { held } = await atDesk()
  expect(smtp.delivered.filter(({ to }) => to[0] === admin).length).toBeGreaterThan(0)
  expect(held.map(({ last_fault }) => last_fault)).toEqual(
    Array(9).fill('More confirmations are waiting than may go in an hour.'),
  )
  const applicants = () => smtp.delivered.filter(({ to }) => to[0] !== admin).length
  const counts: number[] = []
  for (let elapsed = 0; elapsed < 3; elapsed += 1) {
    app.clock.ms += hour
    await app.runOutbox()
    counts.push(applicants())
  }
  expect(counts).toEqual([12, 15, 15])
}, 60_000)
