import { afterEach, expect, it } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import type { OutboxEntry } from '../../src/applications/outbox.ts'
import { sha256 } from '../../src/server/crypto/hashes.ts'
import { smtpMailer } from '../../src/server/mail/smtp.ts'
import { day, hour, minute, second } from '../../src/shared/dates.ts'
import { answers, changeForm, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'
import { cookiesOf, until } from '../support/server.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'

/** How many submissions name the victim. `npm run drills` sends more. */
const posts = Number(process.env.KOLAM_AIMED_POSTS ?? 60)

const victim = 'victim@example.org'
let app: App
let smtp: Smtp
afterEach(async () => {
  await app.remove()
  await smtp.close()
})

async function open(): Promise<void> {
  smtp = await startSmtp()
  const mailer = smtpMailer({ url: smtp.url, from: 'Kolam <hello@kolam.example>', now: () => new Date(app.clock.ms) })
  app = await openApp({ mailer, settings: { TRUST_PROXY: '1' } })
}

const forms = ['Accelerator', 'StartupStudio', 'FundRaise'] as const
const names = ['Nila Raman', 'You won: reply phish', 'phish.example', 'Nila\r\nBcc: phish@example.org', '<b>Phish</b>']

/** Words of the sender, different in every answer, so that no submission counts as spam. */
const words = (n: number, name: string): string => `phish ${sha256(`${n} ${name}`).replace(/\d/g, ' ')}`

/** A client address of the `n`th network. */
const client = (n: number, host = 1): string => `198.${51 + Math.floor(n / 250)}.${n % 250}.${host}`

interface Posted {
  readonly id: string
  readonly privateLink: string
}

/** Submits from a client address, with the sender's words in every text. */
async function post(n: number, email: string, from = client(n), founderName = names[n % names.length]): Promise<Posted> {
  const type = forms[n % forms.length] ?? 'Accelerator'
  const marked = Object.entries(answers(type)).map(([name, value]) => [
    name,
    typeof value === 'string' && value.includes('வணக்கம்') ? words(n, name) : value,
  ])
  const values = { ...Object.fromEntries(marked), companyName: words(n, 'company'), email, founderName }
  const response = await app.request('/api/submit-application', submission(type, values, { 'x-forwarded-for': from }))
  expect(response.status).toBe(201)
  const { applicationId: id, privateLink } = await response.json()
  return { id, privateLink: new URL(privateLink).pathname }
}

/** Posts fields of a page. */
const press = (path: string, fields: Readonly<Record<string, string>>, cookie = ''): Promise<Response> =>
  app.request(path, { method: 'POST', headers: { cookie, 'x-forwarded-for': client(0) }, body: new URLSearchParams(fields) })

const to = (address: string) => smtp.delivered.filter((sent) => sent.to[0]?.toLowerCase() === address)

it(`${posts} posts with one address: 3 mails a day, no word of the sender’s`, async () => {
  await open()
  for (let n = 0; n < posts; n += 1) await post(n, n % 2 === 0 ? victim : ' Victim@Example.org')
  const sentAt: number[] = []
  for (let elapsed = 0; elapsed < 30; elapsed += 1) {
    await app.runOutbox()
    while (sentAt.length < to(victim).length) sentAt.push(elapsed)
    app.clock.ms += hour
    await post(posts + elapsed, victim)
  }
  expect(sentAt).toEqual([0, 1, 2, 24, 25, 26])
  for (const { raw, mail } of to(victim)) {
    expect(raw + mail.html + mail.text + mail.subject).not.toMatch(/phish|you won/i)
    expect(mail.text).toMatch(/^Dear (Nila Raman|applicant),\n/)
    expect(mail.text).toMatch(/Stop our emails:\n\S+\/my\/stop\//)
  }
  expect(to(victim)[1]?.mail.subject).toMatch(/^The links to your applications/)
}, 300_000)

it('whatever a stranger does in an address’s name comes from one budget', async () => {
  await open()
  const { id, privateLink } = await post(0, victim)
  await app.runOutbox()
  expect(to(victim).length).toBe(1)
  const cookie = cookiesOf(await app.request(privateLink))
  const body = changeForm({ id, type: 'Accelerator', at: 0 }, { ...answers('Accelerator'), companyName: 'phish.example' })
  expect((await app.request('/my/change', { method: 'POST', headers: { cookie }, body })).status).toBe(303)
  expect((await app.storage.applications.byId(id))?.answers).toMatchObject({ companyName: 'phish.example' })
  for (let n = 0; n < 5; n += 1) {
    expect((await press('/my/withdraw', { of: id }, cookie)).status).toBe(303)
    expect((await press('/my/return', { of: id }, cookie)).status).toBe(303)
  }
  await press('/my/lost-link', { email: victim })
  expect((await press('/opens', { email: victim })).status).toBe(303)
  for (let n = 1; n < 4; n += 1) await post(n, victim)
  await app.runOutbox()
  expect(to(victim).length).toBe(1)
  // The sender has not proven the address, so nothing says that it was withdrawn.
  app.clock.ms += minute
  await app.runOutbox()
  const letters = (await app.storage.outbox.forApplication(id)).filter(({ topic }) => topic === 'mail.letter')
  expect(letters.map(({ state }) => state).toSorted()).toEqual([...Array(letters.length - 1).fill('cancelled'), 'sent'])
  expect([letters.length > 1, to(victim).length]).toEqual([true, 1])
  app.clock.ms += hour
  await app.runOutbox()
  expect(to(victim).length).toBe(2)
  // A press on a page that only a letter's link opens proves the address; opening the page does not.
  const token = /\/my\/stop\/(\S+)/.exec(to(victim)[0]?.mail.text ?? '')?.[1] ?? ''
  await app.request(`/my/stop/${token}`)
  expect(await app.storage.outbox.isProven(victim)).toBe(false)
  await press('/my/stop', { token, letters: 'resume' })
  expect(await app.storage.outbox.isProven(victim)).toBe(true)
  app.clock.ms += hour
  await press('/my/withdraw', { of: id }, cookie)
  app.clock.ms += minute
  await app.runOutbox()
  expect(to(victim).at(-1)?.mail.subject).toMatch(/withdrawn|withdrew/i)
})

/** Asks for the lost links of an address, and waits until the request is in the outbox of its oldest application. */
async function askForLinks(email: string, id: string): Promise<OutboxEntry> {
  expect((await press('/my/lost-link', { email })).status).toBe(303)
  return until('the request to be queued', async () =>
    (await linksOf(id)).find(({ state, createdAt }) => state === 'waiting' || createdAt.getTime() === app.clock.ms),
  )
}
const linksOf = async (id: string): Promise<readonly OutboxEntry[]> =>
  (await app.storage.outbox.forApplication(id)).filter(({ topic }) => topic === 'mail.other')
const subjects = (): readonly (string | undefined)[] => to(victim).map(({ mail }) => mail.subject)
const links = expect.stringMatching(/^The links to your applications/)

it('lost links that cannot leave now wait for the next letter, with its time', async () => {
  await open()
  const { id } = await post(0, victim)
  await app.runOutbox()
  const sentAt = app.clock.ms
  app.clock.ms += minute
  for (let n = 0; n < 3; n += 1) await askForLinks(victim, id)
  await app.runOutbox()
  expect(await askForLinks(victim, id)).toMatchObject({
    dueAt: new Date(sentAt + hour),
    attempts: 0,
    lastFault: 'This address gets one letter an hour and three a day of this kind. The next one has the news of all of them.',
  })
  expect((await linksOf(id)).length).toBe(1)
  // A form that is sent meanwhile is in the same letter.
  const other = await post(1, victim)
  await app.runOutbox()
  app.clock.ms = sentAt + hour - 1
  await app.runOutbox()
  expect(subjects().length).toBe(1)
  for (const later of [1, hour, 25 * hour]) {
    app.clock.ms += later
    await app.runOutbox()
    expect(subjects()).toEqual([expect.not.stringMatching(/links/), links])
  }
  for (const linked of [id, other.id]) expect(to(victim)[1]?.mail.text).toContain(`/my/${linked}.`)
})

it('a stranger’s three forms a day do not lose the owner’s request for links', async () => {
  await open()
  const own = await post(0, victim)
  app.clock.ms += 30 * day
  const began = app.clock.ms
  for (let n = 1; n <= 3; n += 1) {
    app.clock.ms = began + n * hour
    await post(n, victim)
    await app.runOutbox()
  }
  const before = subjects().length
  app.clock.ms += hour
  await askForLinks(victim, own.id)
  await app.runOutbox()
  expect(subjects().length).toBe(before)
  // The stranger goes on: what waits longer comes first, and has the links of all.
  for (let n = 4; n <= 6; n += 1) await post(n, victim)
  await app.runOutbox()
  app.clock.ms = began + day + 2 * hour
  await app.runOutbox()
  expect(subjects().slice(before)).toEqual([links])
  expect(to(victim).at(-1)?.mail.text).toContain(`/my/${own.id}.`)
})

it('lost links go to an applicant who withdrew, not to a stopped address', async () => {
  await open()
  const { id, privateLink } = await post(0, victim)
  await app.runOutbox()
  await press('/my/withdraw', { of: id }, cookiesOf(await app.request(privateLink)))
  app.clock.ms += 61 * minute
  await askForLinks(victim, id)
  await app.runOutbox()
  expect(subjects()[1]).toEqual(links)
  await app.storage.outbox.stopAddress(victim, true, new Date(app.clock.ms))
  app.clock.ms += 61 * minute
  await askForLinks(victim, id)
  await app.runOutbox()
  expect(subjects().length).toBe(2)
  expect((await linksOf(id)).map(({ state }) => state)).toEqual(['sent', 'cancelled'])
})

it('a letter of another kind that waits does not lose a request for links', async () => {
  await open()
  const { id } = await post(0, victim)
  await app.runOutbox()
  app.clock.ms += 61 * minute
  const email = 'admin@example.com'
  await app.request(routes.requestPasscode.path, json('POST', { email }))
  const otp = await until('the passcode', () => /\b\d{6}\b/.exec(to(email)[0]?.mail.text ?? '')?.[0])
  const cookie = cookiesOf(await app.request(routes.verifyPasscode.path, json('POST', { email, otp })))
  expect((await app.call(`/api/applications/${id}`, 'PATCH', { status: 'rejected' }, { cookie })).status).toBe(200)
  const waiting = (await app.storage.outbox.forApplication(id)).filter(({ state }) => state === 'waiting')
  expect(waiting.map(({ payload }) => 'letter' in payload && payload.letter)).toEqual(['rejection'])
  await askForLinks(victim, id)
  await app.runOutbox()
  expect(subjects()[1]).toEqual(links)
})

it('one press stops everything to an address, until its owner allows it again', async () => {
  await open()
  await post(0, victim)
  await app.runOutbox()
  const page = /\/my\/stop\/\S+/.exec(to(victim)[0]?.mail.text ?? '')?.[0] ?? ''
  const token = page.slice('/my/stop/'.length)
  const text = async (): Promise<string> => (await app.request(page)).text()
  expect(await text()).toContain('Stop everything to this address')
  expect((await press('/my/stop', { token, letters: 'stop_all' })).status).toBe(303)
  expect(await text()).toContain('whatever is sent to us with it')
  const { id } = await post(1, ' Victim@Example.org')
  const other = await post(2, 'other@example.in')
  app.clock.ms += hour
  await press('/my/lost-link', { email: victim })
  await app.runOutbox()
  expect([to(victim).length, to('other@example.in').length]).toEqual([1, 1])
  const [letter] = await app.storage.outbox.forApplication(id)
  expect([letter?.state, letter?.lastFault]).toEqual(['parked', expect.stringMatching(/^The owner of this address says/)])
  expect(other.id).not.toBe(id)
  expect((await press('/my/stop', { token, letters: 'resume' })).status).toBe(303)
  expect(await text()).toContain('Did you not send this?')
  await post(3, victim)
  await app.runOutbox()
  expect(to(victim).length).toBe(2)
})

it('a flood delays an honest confirmation by one letter of each of its networks', async () => {
  await open()
  const [networks, each] = (process.env.KOLAM_FLOOD ?? '12x4').split('x').map(Number) as [number, number]
  for (let n = 0; n < networks * each; n += 1) {
    await post(n, `person${n}@example.in`, client(n % networks, 1 + Math.floor(n / networks)), 'Nila Raman')
    app.clock.ms += 10
  }
  await post(9_999, 'founder@example.in', client(200), 'Asha Mohan')
  await app.runOutbox()
  // Four letters are sent at a time, and others are claimed when two are done. From 54 networks it is the 60th at most: within a minute, if the mail server takes a second for each.
  const before = smtp.delivered.findIndex((sent) => sent.to[0] === 'founder@example.in')
  expect(before).toBeGreaterThanOrEqual(0)
  expect(before).toBeLessThanOrEqual(networks + 6)
  app.clock.ms += hour
  await app.runOutbox()
  // A network has twelve an hour.
  expect(smtp.delivered.length).toBe(networks * Math.min(each, 12) + 1)
}, 120_000)

it('in the hour before a deadline each founder has a confirmation within ten minutes', async () => {
  await open()
  const founders = Number(process.env.KOLAM_FOUNDERS ?? 80)
  const posted: number[] = []
  const delays: number[] = []
  const arrived = new Set<string>()
  const deliver = async (): Promise<void> => {
    await app.runOutbox()
    for (const {
      to: [address = ''],
    } of smtp.delivered) {
      if (arrived.has(address)) continue
      arrived.add(address)
      delays.push(app.clock.ms - (posted[Number(/\d+/.exec(address)?.[0])] ?? 0))
    }
  }
  for (let n = 0; n < founders; n += 1) {
    posted[n] = app.clock.ms
    // A class of forty, behind one address of a college, applies in the last minutes.
    const inClass = n >= founders - 40
    await post(n, `founder${n}@example.in`, inClass ? '203.0.113.9' : client(n), 'Nila Raman')
    app.clock.ms += inClass ? second : (58 * minute) / (founders - 40)
    if (n % 4 === 3) await deliver()
  }
  for (let n = 0; n < 20 && delays.length < founders; n += 1) {
    app.clock.ms += minute / 2
    await deliver()
  }
  expect(delays.length).toBe(founders)
  expect(Math.max(...delays)).toBeLessThan(10 * minute)
}, 120_000)
