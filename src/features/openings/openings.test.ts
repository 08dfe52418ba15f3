import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailerOf } from '../../../tests/support/adapters.ts'
import { answers, submission } from '../../../tests/support/answers.ts'
import { type App, openApp } from '../../../tests/support/app.ts'
import { json } from '../../../tests/support/desk.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { senderOf, toMime } from '../../server/mail/headers.ts'
import { MailFault, type Message } from '../../server/mail/port.ts'
import { day, hour, minute, second } from '../../shared/dates.ts'
import { newId } from '../../shared/ids.ts'
import { addresses, subscriptions } from './store.ts'

/** One cohort opens on Monday, 2 February 2026, 10:00 in India, the next on 1 June. */
const cohorts: readonly Cohort[] = [
  {
    label: 'Cohort 8',
    startDate: '2026-05-15',
    applicationDeadline: '2026-04-15',
    status: 'Coming Soon',
    opensOn: '2026-02-02',
    opensAt: '10:00',
  },
  { label: 'Cohort 9', startDate: '2026-09-15', applicationDeadline: '2026-08-15', status: 'Coming Soon', opensOn: '2026-06-01' },
]
const opening = Date.parse('2026-02-02T04:30:00Z')
const before = opening - 20 * day

let app: App
const mails: Message[] = []
let isDown = false

beforeAll(async () => {
  app = await openApp({
    cohorts,
    mailer: mailerOf((message) => {
      if (isDown) throw new MailFault('421 Try again later')
      mails.push(message)
      if (message.code !== undefined) app.passcodes.push(message.code)
    }),
  })
  app.clock.ms = before
})
afterAll(() => app.remove())

const own = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', headers: { ...own, ...headers }, body: new URLSearchParams(fields).toString() })
const sentTo = (email: string): Message[] => mails.filter(({ to }) => to === email)
const linkIn = ({ text }: Message): string => new URL(/https?:\S*\/opens\/link\/\S+/.exec(text)?.[0] ?? '').pathname
const counts = () => subscriptions(app.storage.engine).counts()

/** Subscribes an address. Returns the path of the mailed link. */
async function subscribe(email: string): Promise<string> {
  app.clock.ms += hour
  const response = await post('/opens', { email })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/opens/requested'])
  await app.runOutbox()
  const mail = sentTo(email).at(-1)
  if (mail === undefined) throw new Error('no link was mailed')
  return linkIn(mail)
}

async function confirmed(email: string): Promise<string> {
  const link = await subscribe(email)
  expect((await post(`${link}/confirm`)).status).toBe(303)
  return link
}

/** Runs the chore of the openings twice concurrently, as two nodes do, and sends the queued letters. */
async function announceOpening(): Promise<void> {
  await Promise.all([app.chore('openings'), app.chore('openings')])
  await app.runOutbox()
}

it('an address is confirmed only by a POST, gets one letter, and is then deleted', async () => {
  const link = await subscribe('nila@example.in')
  expect(sentTo('nila@example.in').map(({ subject }) => subject)).toEqual([
    'Confirm your address, and we tell you when applications open',
  ])
  for (const method of ['GET', 'HEAD', 'GET']) expect((await app.request(link, { method })).status).toBe(200)
  expect(await counts()).toEqual({ confirmed: 0, unconfirmed: 1 })
  const html = await (await app.request(link)).text()
  expect(html).toContain('n•••@example.in')
  expect(html).toContain(`action="${link}/confirm"`)

  const posted = await post(`${link}/confirm`)
  expect([posted.status, posted.headers.get('location')]).toEqual([303, link])
  expect(await (await app.request(link)).text()).toContain('You’re on the list')
  // A repeated request gets the same response, and nothing is sent.
  app.clock.ms += 2 * hour
  expect((await post('/opens', { email: 'NILA@example.in' })).headers.get('location')).toBe('/opens/requested')
  await app.runOutbox()
  expect(sentTo('nila@example.in')).toHaveLength(1)

  const { ms } = app.clock
  app.clock.ms = opening - second
  await announceOpening()
  expect(sentTo('nila@example.in')).toHaveLength(1)
  app.clock.ms = opening
  await announceOpening()
  await announceOpening()
  const [, letter, ...more] = sentTo('nila@example.in')
  expect([letter?.subject, more]).toEqual(['Cohort 8 is open for applications', []])
  expect(letter?.text).toContain('Cohort 8 starts 15 May 2026. Apply by the end of 15 Apr 2026, ')
  expect(letter?.text).toContain('http://localhost:3000/accelerator')
  expect(letter && linkIn(letter)).toBe(link)
  expect(await counts()).toEqual({ confirmed: 0, unconfirmed: 0 })
  const ended = await app.request(link)
  expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining('not on the list')])
  app.clock.ms = ms
})

it('can be ended at any time, on the page or by the button of a mail program', async () => {
  const stays = await confirmed('stays@example.in')
  const page = await confirmed('page@example.in')
  const unconfirmed = await subscribe('never@example.in')
  const program = await confirmed('program@example.in')
  const { unsubscribe = '' } = sentTo('program@example.in')[0] ?? {}
  expect(new URL(unsubscribe).pathname).toBe(`${program}/off`)
  const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  const [mail] = sentTo('program@example.in')
  if (mail === undefined) throw new Error('no letter was sent')
  expect(toMime(mail, senderOf('hello@kolam.example'), new Date()).headers).toMatchObject(headers)

  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  expect((await post(`${stays}/off`, {}, foreign)).status).toBe(403)
  for (const path of [`${program}/off`, `${page}/off`, `${unconfirmed}/off`, `${program}/off`]) {
    const response = await post(path, { 'List-Unsubscribe': 'One-Click' })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('not on the list')])
  }
  expect((await post(`${program}/confirm`)).status).toBe(404)
  expect(await counts()).toEqual({ confirmed: 1, unconfirmed: 0 })
  // A token for another purpose, and altered tokens.
  const [, token = ''] = /([^/]+)$/.exec(stays) ?? []
  for (const altered of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, token.slice(0, 36), 'x'])
    expect((await app.request(`/opens/link/${altered}`)).status).toBe(404)
  expect((await app.request(`/my/${token}`)).status).toBe(404)
  expect((await post(`${stays}/off`)).status).toBe(200)
})

it('an address gets one mail an hour and three a day, confirmations included', async () => {
  const email = 'victim@example.in'
  await subscribe(email)
  for (let n = 0; n < 4; n += 1) await post('/opens', { email })
  await app.runOutbox()
  expect(sentTo(email)).toHaveLength(1)
  app.clock.ms += 10 * minute
  await app.request('/api/submit-application', submission('Accelerator', answers('Accelerator', { email })))
  await app.runOutbox()
  expect(sentTo(email)).toHaveLength(1)
  for (let n = 0; n < 20; n += 1) {
    app.clock.ms += hour
    await post('/opens', { email })
    await app.runOutbox()
  }
  expect(sentTo(email)).toHaveLength(3)
  expect(sentTo(email).filter(({ subject }) => subject.startsWith('We have'))).toHaveLength(1)
  await app.storage.engine.write((trx) => addresses.remove(trx, email))
})

it('answers scripts; refuses an invalid address, and too many from one client', async () => {
  const send = (body: unknown) => app.request('/api/openings', json('POST', body))
  app.clock.ms += 2 * hour
  const taken = await send({ email: ' script@example.in ' })
  expect([taken.status, await taken.json()]).toEqual([202, { success: true }])
  for (const body of [{}, { email: 'none' }, { email: 'a@b.in, c@d.in' }, { email: 7 }]) {
    const refused = await send(body)
    expect([refused.status, (await refused.json()).details]).toEqual([400, { email: 'Please enter a valid email address' }])
  }
  const page = await post('/opens', { email: '<b>none' })
  expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('value="&lt;b&gt;none"')])
  for (let n = 0; n < 19; n += 1) expect((await send({ email: `many-${n}@example.in` })).status).toBe(202)
  const refused = await send({ email: 'one-more@example.in' })
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  const form = await post('/opens', { email: 'one-more@example.in' })
  expect([form.status, await form.text()]).toEqual([429, expect.stringContaining('try again in an hour')])
  expect(await addresses.find(app.storage.engine.read, 'one-more@example.in')).toBeUndefined()

  // Deleted without a confirmation.
  const { ms } = app.clock
  app.clock.ms += 3 * day
  await app.chore('sweep')
  expect(await counts()).toEqual({ confirmed: 0, unconfirmed: 0 })
  app.clock.ms = opening
  const open = await send({ email: 'script@example.in' })
  expect([open.status, (await open.json()).error]).toEqual([409, 'Cohort 8 is open now: apply at /accelerator.'])
  expect(await (await app.request('/opens')).text()).toContain('Cohort 8 is open')
  expect(await (await post('/opens', { email: 'script@example.in' })).text()).toContain('Cohort 8 is open')
  app.clock.ms = ms
})

it('an address that missed its letter waits for the next cohort; the desk counts it', async () => {
  app.clock.ms += 2 * hour
  await confirmed('late@example.in')
  expect(await app.call('/api/openings/count')).toMatchObject({ body: { confirmed: 1, unconfirmed: 0 } })
  app.clock.ms = opening
  isDown = true
  await app.chore('openings')
  await expect.poll(async () => (await app.storage.outbox.failing('mail.other'))?.fault).toBe('421 Try again later')
  isDown = false
  app.clock.ms = Date.parse('2026-05-01T00:00:00Z')
  await app.runOutbox()
  expect(sentTo('late@example.in')).toHaveLength(1)
  expect(await counts()).toEqual({ confirmed: 1, unconfirmed: 0 })
  app.clock.ms = Date.parse('2026-05-31T18:30:00Z')
  await announceOpening()
  expect(sentTo('late@example.in').map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Confirm/),
    'Cohort 9 is open for applications',
  ])
})

it('a letter is sent once, although the database failed after it was handed over', async () => {
  let isAway = false
  const sent: Message[] = []
  const failing = await openApp({
    cohorts,
    mailer: mailerOf((message) => {
      sent.push(message)
      isAway = true
    }),
    wrap: (storage) => ({
      ...storage,
      // The stores of features use it, so what is written after the letter was handed over fails.
      engine: {
        ...storage.engine,
        write: (work) => (isAway ? Promise.reject(new Error('the database is away')) : storage.engine.write(work)),
      },
    }),
  })
  const store = subscriptions(failing.storage.engine)
  const { id } = await store.add(newId(new Date(before)), 'once@example.in', new Date(before))
  await store.confirm(id, new Date(before))
  failing.clock.ms = opening
  await failing.chore('openings')
  await failing.runOutbox()
  isAway = false
  failing.clock.ms += hour
  await failing.chore('openings')
  await failing.runOutbox()
  expect(sent.map(({ subject }) => subject)).toEqual(['Cohort 8 is open for applications'])
  expect(await store.counts()).toEqual({ confirmed: 1, unconfirmed: 0 })
  await failing.chore('sweep')
  expect(await store.counts()).toEqual({ confirmed: 0, unconfirmed: 0 })
  await failing.remove()
})

it('the desk shows it with the person, and deletes it at once or with an erasure', async () => {
  const desk = await openApp({ cohorts })
  desk.clock.ms = before
  const [email, only] = ['waits@example.in', 'only@example.in']
  for (const each of [email, only]) await desk.call('/api/openings', 'POST', { email: each })
  const { id } = await desk.apply('Contact', { email })
  const stored = async (q: string) => (await desk.call('/api/person', 'POST', { q })).body.stored
  expect(await stored(only)).toMatchObject([
    { feature: 'openings', email: only, text: 'gets one letter when the next cohort opens; not confirmed yet' },
  ])
  const remove = (body: object) => desk.call('/api/person/stored', 'DELETE', body)
  expect((await remove({ feature: 'openings', email: only })).status).toBe(200)
  expect(await remove({ feature: 'openings', email: only })).toMatchObject({
    status: 404,
    body: { error: 'Nothing is stored of this address any more.' },
  })
  expect([(await remove({ feature: 'none', email })).status, (await remove({})).status]).toEqual([404, 400])
  expect(await stored(email)).toHaveLength(1)
  await desk.call('/api/person/erasures', 'POST', { ids: [id] })
  desk.clock.ms += day
  await desk.chore('purge')
  expect(await stored(email)).toEqual([])
  await desk.remove()
})

it('an address and its mail are written together, or neither', async () => {
  const away = await openApp({
    cohorts,
    wrap: (storage) => ({
      ...storage,
      outbox: { ...storage.outbox, queue: () => Promise.reject(new Error('the server ends before it queues')) },
    }),
  })
  away.clock.ms = before
  const response = await away.request('/api/openings', json('POST', { email: 'both@example.in' }))
  await away.runOutbox()
  expect([response.status, away.mails.map(({ to }) => to)]).toEqual([202, ['both@example.in']])
  await away.remove()
})
