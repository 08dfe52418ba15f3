import { afterAll, beforeAll, expect, it } from 'vitest'
import { move } from '../../src/applications/moves.ts'
import { day, hour, longDate } from '../../src/shared/dates.ts'
import { reference } from '../../src/shared/ids.ts'
import { type App, openApp, startOfTest } from '../support/app.ts'
import { type Applicant, applicantOf } from '../support/applicant.ts'
import { admin, hold } from '../support/submissions.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())

const now = (): Date => new Date(app.clock.ms)
const own = (id: string): string => `/my?of=${id}#application-${reference(id)}`
const withdraw = (from: Applicant, reason = '') => from.post('/my/withdraw', { of: from.id, reason })
const takeBack = (from: Applicant) => from.post('/my/return', { of: from.id })
const listed = async (query: string): Promise<string[]> =>
  (await app.call(`/api/applications?${query}`)).body.applications.map(({ id }: { id: string }) => id)
const lettersOf = async (id: string): Promise<unknown[]> =>
  (await app.storage.outbox.forApplication(id))
    .flatMap(({ topic, payload, state }) => (topic === 'mail.letter' && 'letter' in payload ? [[payload.letter, state]] : []))
    .sort()

/** Saves a decision directly in the storage. */
async function decide(applicant: Applicant, to: 'approved' | 'rejected'): Promise<void> {
  const moved = move(await applicant.stored(), to, [], { by: admin, at: now(), delivery: hold(10) })
  if (!moved.ok) throw new Error(moved.fault)
  await app.storage.applications.save(moved.value)
}
/** Sends the due letters of an application, which are claimed one by one. */
async function send(applicant: Applicant): Promise<void> {
  const { outbox } = app.storage
  const entries = await outbox.claim(['mail.letter'], 1000, now(), new Date(app.clock.ms + 1))
  const own = entries.filter(({ applicationId }) => applicationId === applicant.id)
  for (const entry of own) await outbox.settle(entry, { kind: 'sent' }, now(), undefined)
  if (own.length > 0) await send(applicant)
}

it('needs a confirmation, then excludes the application from lists and counts', async () => {
  const priya = await applicantOf(app, 'withdraw@example.in')
  const { total, pending } = (await app.call('/api/stats')).body.stats
  const question = await priya.get(`/my/withdraw?of=${priya.id}`)
  expect(question.status).toBe(200)
  expect(question.html).toContain('Withdraw your application?')
  expect((await priya.stored()).withdrawnAt).toBeNull()
  const done = await withdraw(priya, ' We found\r\nan investor. ')
  expect([done.status, done.headers.get('location')]).toEqual([303, own(priya.id)])
  expect(await priya.stored()).toMatchObject({ withdrawnAt: startOfTest, status: 'pending' })
  expect((await app.call('/api/stats')).body.stats).toMatchObject({ total: total - 1, pending: pending - 1 })
  for (const query of ['', 'status=pending', 'q=withdraw%40example.in'])
    expect(await listed(query), query).not.toContain(priya.id)
  for (const query of ['status=withdrawn', 'q=is%3Awithdrawn', 'q=is%3Awithdrawn+withdraw%40example.in'])
    expect(await listed(query), query).toContain(priya.id)
  const { body } = await app.call(`/api/applications/${priya.id}`)
  expect(body.application).toMatchObject({ status: 'pending', ended: { state: 'withdrawn', at: startOfTest.toISOString() } })
  expect(body.history.at(-1)).toMatchObject({ by: 'applicant', event: { what: 'withdrawn', reason: 'We found\nan investor.' } })
  const { html } = await priya.get()
  expect(html).toContain(`You withdrew this on ${longDate(startOfTest)}.`)
  expect(html).toContain('data-state="withdrawn"')
  expect(html).toContain('The dots stay yours.')
  expect(html).toContain(`You can take that back until ${longDate(new Date(startOfTest.getTime() + 30 * day))}.`)
  expect(await lettersOf(priya.id)).toEqual([
    ['confirmation', 'cancelled'],
    ['withdrawn', 'waiting'],
  ])
})

it('sent twice withdraws once; the return restores everything', async () => {
  const priya = await applicantOf(app, 'return@example.in')
  const before = await priya.get()
  const { total } = (await app.call('/api/stats')).body.stats
  expect((await withdraw(priya)).status).toBe(303)
  expect((await withdraw(priya)).status).toBe(303)
  for (let time = 0; time < 2; time += 1) {
    const back = await takeBack(priya)
    expect([back.status, back.headers.get('location')]).toEqual([303, own(priya.id)])
  }
  expect((await app.call('/api/stats')).body.stats.total).toBe(total)
  expect(await listed('status=pending')).toContain(priya.id)
  const { history } = (await app.call(`/api/applications/${priya.id}`)).body
  expect(history.map(({ event }: { event: { what: string } }) => event.what)).toEqual(['submitted', 'withdrawn', 'returned'])
  expect((await priya.get()).html).toBe(before.html)
  expect(await lettersOf(priya.id)).toEqual([
    ['confirmation', 'cancelled'],
    ['confirmation', 'waiting'],
    ['withdrawn', 'cancelled'],
  ])
})

it('from two tabs shows the reason that is not saved; the same one is a repeat', async () => {
  const priya = await applicantOf(app, 'two-tabs@example.in')
  const reasons = ['We found\r\nan <investor>.', 'We moved\r\nto <Pune>.']
  const sent = await Promise.all(reasons.map((reason) => withdraw(priya, reason)))
  const lost = sent.findIndex(({ status }) => status === 409)
  const again = await Promise.all(['', ' ', ...reasons].map((reason) => withdraw(priya, reason)))
  expect(again.map(({ status }) => status)).toEqual([303, 303, ...sent.map(({ status }) => status)])
  expect(sent[1 - lost]?.status).toBe(303)
  const html = await sent[lost]?.text()
  expect(html).toContain('It is withdrawn already')
  expect(html).toContain(lost === 0 ? 'an &lt;investor&gt;.</p>' : 'to &lt;Pune&gt;.</p>')
  const { history } = (await app.call(`/api/applications/${priya.id}`)).body
  expect(history.map(({ event }: { event: { what: string } }) => event.what)).toEqual(['submitted', 'withdrawn'])
})

it('can be undone by a return for thirty days', async () => {
  const [early, late] = [await applicantOf(app, 'day-30@example.in'), await applicantOf(app, 'day-31@example.in')]
  const start = app.clock.ms
  await withdraw(early)
  await withdraw(late)
  app.clock.ms = start + 30 * day - 1
  expect((await takeBack(early)).status).toBe(303)
  expect((await early.stored()).withdrawnAt).toBeNull()
  app.clock.ms = start + 30 * day
  expect((await late.get()).html).toContain('This application is closed.')
  const refused = await takeBack(late)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('The thirty days are over')
  expect((await late.stored()).withdrawnAt).toEqual(new Date(start))
  app.clock.ms = start
})

it('allows no decision, undo or reopening at the desk', async () => {
  const priya = await applicantOf(app, 'undecided@example.in')
  await withdraw(priya)
  const path = `/api/applications/${priya.id}`
  const refusal = { code: 'INVALID_STATUS_TRANSITION', error: expect.stringContaining('The applicant has withdrawn') }
  expect(await app.call(path, 'PATCH', { status: 'approved' })).toMatchObject({ status: 409, body: refusal })
  expect(await app.call(`${path}/reopen`, 'POST', {})).toMatchObject({ status: 409, body: refusal })
  expect(await app.call(path, 'PATCH', { notes: 'Ask again in spring' })).toMatchObject({ status: 200 })
  expect(await priya.stored()).toMatchObject({ status: 'pending', notes: 'Ask again in spring' })
})

const setMeeting = (meeting_scheduled_at: string | null) => ({ meeting_scheduled_at, meeting_letter: true })
const meetingTime = new Date(startOfTest.getTime() + 10 * day).toISOString()

/** Every way in which the desk can queue a letter. `before` the withdrawal, then the call. */
it.each<{
  readonly what: string
  readonly before?: (path: string) => Promise<unknown>
  readonly path: string
  readonly method?: string
  readonly body: object
}>([
  ...['approved', 'rejected', 'pitch'].map((status) => ({ what: status, path: '', method: 'PATCH', body: { status } })),
  { what: 'a reopening', path: '/reopen', body: { sentence: 'It was a mistake.' } },
  { what: 'a message', path: '/message', body: { subject: 'A question', text: 'Where are you?' } },
  { what: 'a request', path: '/requests', body: { text: 'Your deck', kind: 'text' } },
  { what: 'a delay', path: '/delay', body: {} },
  { what: 'the time of a meeting', path: '', method: 'PATCH', body: setMeeting(meetingTime) },
  {
    what: 'a meeting again',
    before: async (path) => {
      for (const time of [meetingTime, null]) expect((await app.call(path, 'PATCH', setMeeting(time))).status).toBe(200)
    },
    path: '/undo',
    body: { revision: 2 },
  },
  {
    what: 'a sent letter again',
    path: '/address',
    body: { email: 'other@example.in', again: ['confirmation'] },
  },
])('queues no letter to an applicant who withdrew: $what', async ({ what, before, path, method = 'POST', body }) => {
  const priya = await applicantOf(app, `queued-${what.replaceAll(' ', '-')}@example.in`)
  await send(priya)
  const url = `/api/applications/${priya.id}`
  await before?.(url)
  expect((await withdraw(priya)).status).toBe(303)
  const letters = await lettersOf(priya.id)
  expect(await app.call(url + path, method, body)).toMatchObject({
    status: 409,
    body: {
      code: 'INVALID_STATUS_TRANSITION',
      error: expect.stringMatching(/^The applicant has withdrawn this application, so .+\.$/),
    },
  })
  expect(await lettersOf(priya.id)).toEqual(letters)
})

it('sends the confirmation of a withdrawal again to the corrected address', async () => {
  const priya = await applicantOf(app, 'mistyped@example.in')
  await withdraw(priya)
  await send(priya)
  const path = `/api/applications/${priya.id}/address`
  expect((await app.call(path, 'POST', { email: 'right@example.in', again: ['withdrawn'] })).status).toBe(200)
  expect((await lettersOf(priya.id)).filter((letter) => String(letter) === 'withdrawn,waiting').length).toBe(1)
})

it('stops the waiting letter of a decision, which is sent after the return', async () => {
  const priya = await applicantOf(app, 'held@example.in')
  const before = await priya.get()
  await decide(priya, 'rejected')
  expect((await priya.get()).html).toBe(before.html)
  expect((await priya.get(`/my/withdraw?of=${priya.id}`)).status).toBe(200)
  await withdraw(priya)
  app.clock.ms += 60_000
  expect(await lettersOf(priya.id)).toContainEqual(['rejection', 'cancelled'])
  await takeBack(priya)
  expect((await priya.get()).html).toBe(before.html)
  expect(await lettersOf(priya.id)).toContainEqual(['rejection', 'waiting'])
  app.clock.ms += 60_000
  await send(priya)
  const { html } = await priya.get()
  expect(html).toContain('We are not able to go ahead this time.')
  expect(html).not.toContain('Withdraw this application')
  expect((await withdraw(priya)).status).toBe(409)
  expect((await priya.stored()).withdrawnAt).toBeNull()
})

it('exports withdrawn applications on request only, with the moment', async () => {
  const priya = await applicantOf(app, 'exported@example.in')
  await withdraw(priya)
  const rowsOf = async (query: string) => (await app.fetch(`/api/applications/export?format=csv&${query}`)).text()
  expect(await rowsOf('q=exported%40example.in')).not.toContain(priya.id)
  const [names, row] = (await rowsOf('status=withdrawn&q=exported%40example.in')).split('\r\n')
  expect(names).toMatch(/,Withdrawn,language$/)
  expect(row).toContain(priya.id)
  expect(row).toMatch(new RegExp(`,${now().toISOString()},$`))
})

it('is refused to another site, and without the link', async () => {
  const [priya, other] = [await applicantOf(app, 'mine@example.in'), await applicantOf(app, 'other@example.in')]
  const evil = await priya.post('/my/withdraw', { of: priya.id }, { origin: 'https://evil.example' })
  expect(evil.status).toBe(403)
  for (const path of ['/my/withdraw', '/my/return'])
    for (const fields of [{ of: priya.id }, { of: 'nothing' }, {}] as Record<string, string>[])
      expect((await other.post(path, fields)).status).toBe(404)
  expect((await other.get(`/my/withdraw?of=${priya.id}`)).status).toBe(404)
  expect((await priya.stored()).withdrawnAt).toBeNull()
})

it('with a reason that is too long returns the text', async () => {
  const priya = await applicantOf(app, 'long@example.in')
  const reason = `${'x'.repeat(1_000)}<b>`
  const refused = await withdraw(priya, reason)
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('The reason can have 1,000 characters at most; this has 1,003')
  expect(html).toContain(`>${'x'.repeat(1_000)}&lt;b&gt;</textarea>`)
  expect((await priya.stored()).withdrawnAt).toBeNull()
})

it('after a rejection without a letter shows the reason, and names no letter', async () => {
  const priya = await applicantOf(app, 'silent@example.in', 'Contact')
  const path = `/api/applications/${priya.id}`
  expect((await app.call(path, 'PATCH', { status: 'rejected', letter: 'none' })).status).toBe(200)
  app.clock.ms += hour
  const refused = await withdraw(priya, 'A reason\n<typed> before')
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain('Your application has its answer. It is on the page of your application.')
  expect(html).toContain('>A reason\n&lt;typed&gt; before</p>')
  expect((await priya.get()).html).toContain('We are not able to go ahead this time.')
  expect((await priya.stored()).withdrawnAt).toBeNull()
})

it('is refused after twenty withdrawals and returns in an hour', async () => {
  const priya = await applicantOf(app, 'to-and-fro@example.in')
  for (let time = 0; time < 10; time += 1)
    expect([(await withdraw(priya)).status, (await takeBack(priya)).status]).toEqual([303, 303])
  const refused = await withdraw(priya, 'A reason <typed> before')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  const html = await refused.text()
  expect(html).toContain('Please try again in an hour')
  expect(html).toContain('A reason &lt;typed&gt; before</textarea>')
  expect((await priya.stored()).withdrawnAt).toBeNull()
})

it('does not affect the request for a lost link', async () => {
  const priya = await applicantOf(app, 'lost-withdrawn@example.in')
  await withdraw(priya)
  await priya.post('/my/lost-link', { email: 'lost-withdrawn@example.in' })
  const letters = async () => {
    await app.runOutbox()
    return app.mails.filter(({ to, subject }) => to === 'lost-withdrawn@example.in' && subject.startsWith('The links')).length
  }
  await expect.poll(letters).toBe(1)
})
