import { afterAll, beforeAll, expect, it } from 'vitest'
import { move } from '../../src/applications/moves.ts'
import { honeypotField } from '../../src/applications/quarantine.ts'
import { cohortOptions, graceEnd } from '../../src/content/cohorts.ts'
import { promiseTexts } from '../../src/content/promises.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { inOrder } from '../../src/forms/form.ts'
import { longDate } from '../../src/shared/dates.ts'
import { promises } from '../support/adapters.ts'
import { forms, pdf } from '../support/answers.ts'
import { type App, openApp, startOfTest } from '../support/app.ts'
import { applicantOf } from '../support/applicant.ts'
import { unstyled } from '../support/markup.ts'
import { admin, hold } from '../support/submissions.ts'

const cohort = {
  label: 'Cohort 6',
  startDate: '2026-03-15',
  applicationDeadline: '2026-02-10',
  status: 'Apply Now',
} as const
const deadline = graceEnd(cohort).getTime()

let app: App

beforeAll(async () => {
  const ofCohort = allForms({ cohorts: cohortOptions([cohort]) }, promiseTexts(promises))
  app = await openApp({ cohorts: [cohort], forms: ofCohort })
})
afterAll(() => app.remove())

it('the form has the stored answers, without the address', async () => {
  const priya = await applicantOf(app, 'filled@example.in')
  const { status, html } = await priya.get(`/my/change?of=${priya.id}`)
  expect(status).toBe(200)
  expect(html).toContain('action="/my/change"')
  expect(html).toContain('f•••@example.in, cannot be changed here')
  const { answers } = await priya.stored()
  for (const [name, { kind }] of inOrder(forms.Accelerator)) {
    expect(html.includes(`name="${name}"`), name).toBe(name !== 'email')
    const text = String(answers[name as keyof typeof answers])
    if (kind === 'textarea') expect(html).toContain(text.split('\n')[0]?.replaceAll('"', '&quot;'))
  }
})

it('saves a version: desk, search and letter follow, and the earlier answer stays', async () => {
  const priya = await applicantOf(app, 'saved@example.in')
  const path = `/api/applications/${priya.id}`
  const criterion = (await app.call('/api/rubrics')).body.rubrics.Accelerator.criteria[0].id
  await app.call(`${path}/scores`, 'PUT', { criterion, score: 4 })
  const unread = async () =>
    (await app.call('/api/applications?q=is:unread')).body.applications.map(({ id }: { id: string }) => id)
  expect(await unread()).toContain(priya.id)
  const read = await app.call(`${path}/read`, 'POST', { answers_revision: 0 })
  expect([read.body.application.read_at, read.body.application.revision]).toEqual([new Date(app.clock.ms).toISOString(), 1])
  expect(await unread()).not.toContain(priya.id)
  const before = await priya.stored()
  app.clock.ms += 60_000
  const saved = await priya.change({ companyName: 'Neytal Foods', competition: 'Nobody yet.' })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, expect.stringContaining(`/my?of=${priya.id}#`)])
  const { body } = await app.call(path)
  expect(body.application).toMatchObject({ company_name: 'Neytal Foods', form_data: { email: 'saved@example.in' } })
  expect(body.application.answers_revision).toBeGreaterThan(body.application.seen_revision)
  expect([body.application.read_at, (await unread()).includes(priya.id)]).toEqual([null, true])
  const company = String(before.answers.companyName)
  expect(body.changed).toEqual([
    { name: 'companyName', label: forms.Accelerator.fields.companyName?.label, from: company, to: 'Neytal Foods' },
    {
      name: 'competition',
      label: forms.Accelerator.fields.competition?.label,
      from: String(before.answers.competition),
      to: 'Nobody yet.',
    },
  ])
  expect(body.history.at(-1)).toMatchObject({
    by: 'applicant',
    event: { what: 'answers_changed', fields: ['companyName', 'competition'] },
  })
  expect(body.messages.map(({ letter }: { letter: string }) => letter)).toContain('changed')
  const found = async (words: string) => (await app.call(`/api/applications?q=${encodeURIComponent(`"${words}"`)}`)).body.total
  expect([await found('Neytal Foods'), await found(company)]).toEqual([1, 0])
  const { html } = await priya.get()
  expect(html).toContain(`as changed on ${longDate(new Date(app.clock.ms))}`)
  expect(html).toContain('Neytal Foods')
  const seen = await app.call(`${path}/read`, 'POST', { answers_revision: body.application.answers_revision })
  expect(seen.body.application.seen_revision).toBe(body.application.answers_revision)
  expect([seen.body.application.read_at, (await app.call(path)).body.history.length]).toEqual([
    new Date(app.clock.ms).toISOString(),
    body.history.length,
  ])
  expect((await app.call(path)).body.changed).toEqual([])
})

it('the only application can be decided after its applicant emptied answers', async () => {
  const only = await openApp()
  try {
    const sent = await applicantOf(only, 'only@example.in', 'Accelerator', { coFounderName: 'Kabir Rao' })
    expect((await only.call('/api/applications?q=Kabir')).body.total).toBe(1)
    for (const name of ['coFounderName', 'fundingRaised']) expect((await sent.change({ [name]: '' })).status, name).toBe(303)
    const decided = await only.call(`/api/applications/${sent.id}`, 'PATCH', { status: 'approved' })
    expect([decided.status, decided.body.application?.status]).toEqual([200, 'approved'])
    expect((await only.call('/api/applications?q=Kabir')).body.total).toBe(0)
  } finally {
    await only.remove()
  }
})

it('answers a browser without a private link before it reads the body', async () => {
  let isRead = false
  const pull = (controller: ReadableStreamDefaultController): void => {
    isRead = true
    controller.close()
  }
  const response = await app.request('/my/change', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    duplex: 'half',
  } as RequestInit)
  expect([response.status, isRead]).toEqual([404, false])
})

it('from two tabs loses no text: the second gets 409, and can save after that', async () => {
  const priya = await applicantOf(app, 'tabs@example.in')
  const { answersRevision } = await priya.stored()
  expect((await priya.change({ competition: 'From the first tab' }, answersRevision)).status).toBe(303)
  const second = await priya.change({ competition: 'From the <second> tab' }, answersRevision)
  expect(second.status).toBe(409)
  const html = await second.text()
  expect(unstyled(html)).toContain('<dd>From the first tab</dd>')
  expect(unstyled(html)).toContain('<dd>From the &lt;second&gt; tab</dd>')
  expect(html).toContain('From the &lt;second&gt; tab</textarea>')
  const [, at = ''] = /name="at" value="(\d+)"/.exec(html) ?? []
  expect((await priya.stored()).answers.competition).toBe('From the first tab')
  expect((await priya.change({ competition: 'From the <second> tab' }, Number(at))).status).toBe(303)
  expect((await priya.stored()).answers.competition).toBe('From the <second> tab')
})

it('sent twice, is saved once, and both posts lead to the application', async () => {
  const priya = await applicantOf(app, 'twice@example.in')
  const { answersRevision } = await priya.stored()
  const post = () => priya.change({ competition: 'Nobody yet. ' }, answersRevision)
  const responses = [...(await Promise.all([post(), post(), post()])), await post()]
  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  const history = await app.storage.applications.history(priya.id)
  expect(history.map(({ event }) => event.what)).toEqual(['submitted', 'answers_changed'])
})

it('does not conflict with changes at the desk', async () => {
  const priya = await applicantOf(app, 'noted@example.in')
  const { answersRevision } = await priya.stored()
  await app.call(`/api/applications/${priya.id}`, 'PATCH', { notes: 'Call her' })
  expect((await priya.change({ competition: 'Two' }, answersRevision)).status).toBe(303)
  expect(await priya.stored()).toMatchObject({ notes: 'Call her', answers: { competition: 'Two' } })
})

it('invalid answers come back as typed with messages, and are not saved', async () => {
  const priya = await applicantOf(app, 'faulty@example.in')
  const before = await priya.stored()
  const refused = await priya.change({ companyName: ' ', competition: 'Typed & kept' })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain(`${forms.Accelerator.fields.companyName?.label} is required`)
  expect(html).toContain('Typed &amp; kept</textarea>')
  expect(await priya.stored()).toEqual(before)
})

it('the text comes back when the deadline passes during the edit', async () => {
  const priya = await applicantOf(app, 'deadline@example.in', 'Accelerator', { cohortPreference: 'cohort-6' })
  app.clock.ms = deadline
  expect((await priya.change({ competition: 'In time' })).status).toBe(303)
  app.clock.ms = deadline + 1
  const late = await priya.change({ competition: 'Written for an hour' })
  expect(late.status).toBe(409)
  const html = await late.text()
  expect(html).toContain('The time for changes is over, so what you wrote was not saved.')
  expect(unstyled(html)).toContain('<dd>Written for an hour</dd>')
  expect(unstyled(html)).toContain('<dd>In time</dd>')
  expect(html).not.toContain('Save the changes')
  expect((await priya.get()).html).not.toContain('Change your answers')
  expect((await priya.get(`/my/change?of=${priya.id}`)).status).toBe(409)
  app.clock.ms = startOfTest.getTime()
})

it('is possible until the page shows a decision, and reveals none', async () => {
  const priya = await applicantOf(app, 'decided@example.in', 'Contact')
  const before = [(await priya.get()).html, (await priya.get(`/my/change?of=${priya.id}`)).html]
  const decided = move(await priya.stored(), 'rejected', [], { by: admin, at: startOfTest, delivery: hold(10) })
  if (!decided.ok) throw new Error(decided.fault)
  await app.storage.applications.save(decided.value)
  expect([(await priya.get()).html, (await priya.get(`/my/change?of=${priya.id}`)).html]).toEqual(before)
  const later = new Date(startOfTest.getTime() + 60_000)
  for (const entry of await app.storage.outbox.claim(['mail.letter'], 1000, later, later))
    if (entry.applicationId === priya.id) await app.storage.outbox.settle(entry, { kind: 'sent' }, later, undefined)
  expect((await priya.get()).html).not.toContain('Change your answers')
  const refused = await priya.change({ message: 'One more thing' })
  expect(refused.status).toBe(409)
  expect(unstyled(await refused.text())).toContain('<dd>One more thing</dd>')
})

it('after a withdrawal or an invitation says which, and shows the text', async () => {
  const priya = await applicantOf(app, 'withdrawn-meanwhile@example.in', 'Contact')
  await priya.post('/my/withdraw', { of: priya.id, reason: '' })
  const refused = await priya.change({ message: 'One more thing' })
  const html = await refused.text()
  expect(refused.status).toBe(409)
  expect(html).toContain('You have withdrawn this application, so what you wrote was not saved.')
  expect(unstyled(html)).toContain('<dd>One more thing</dd>')
  for (const absent of ['The time for changes is over', 'We see what you change', 'Back without a change'])
    expect(html).not.toContain(absent)
  const page = await priya.get(`/my/change?of=${priya.id}`)
  expect([page.status, page.html]).toEqual([409, expect.stringContaining('You have withdrawn this application.')])
  const anu = await applicantOf(app, 'invited-meanwhile@example.in', 'Contact')
  expect((await app.call(`/api/applications/${anu.id}`, 'PATCH', { status: 'pitch', letter: 'none' })).status).toBe(200)
  app.clock.ms += 60_000
  const late = await anu.change({ message: 'One more thing' })
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('You are invited to a conversation, and')])
})

it('a file stays unless another one is chosen', async () => {
  const priya = await applicantOf(app, 'file@example.in', 'WorkForStartups')
  expect((await priya.get(`/my/change?of=${priya.id}`)).html).toContain('You sent Priya R – CV.pdf')
  expect((await priya.change({ motivation: 'I want to learn.' })).status).toBe(303)
  expect((await app.storage.applications.file(priya.id, 'resume'))?.name).toBe('Priya R – CV.pdf')
  const resume = new File([pdf, ' '], 'New CV.pdf', { type: 'application/pdf' })
  expect((await priya.change({}, undefined, resume)).status).toBe(303)
  expect((await app.storage.applications.file(priya.id, 'resume'))?.name).toBe('New CV.pdf')
  expect((await priya.stored()).answers.resume).toMatchObject({ name: 'New CV.pdf' })
  const wrong = new File(['no pdf'], 'fake.pdf', { type: 'application/pdf' })
  expect((await priya.change({}, undefined, wrong)).status).toBe(422)
})

it('sent twice with a file is saved once; another file of that name and size is new', async () => {
  const priya = await applicantOf(app, 'file-twice@example.in', 'WorkForStartups')
  const variant = new Uint8Array(pdf)
  variant[variant.length - 1] = 32
  const bodyWith = (bytes: Uint8Array<ArrayBuffer>) =>
    priya.changed({ motivation: 'I want to learn.' }, undefined, new File([bytes], 'CVs/New CV.pdf', { type: 'application/pdf' }))
  const post = (body: FormData) => app.request('/my/change', { method: 'POST', headers: { cookie: priya.cookie }, body })
  const body = await bodyWith(pdf)
  const responses = [...(await Promise.all([post(body), post(body)])), await post(body)]
  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303])
  expect((await app.storage.applications.history(priya.id)).map(({ event }) => event.what)).toEqual([
    'submitted',
    'answers_changed',
  ])
  expect((await post(await bodyWith(variant))).status).toBe(303)
  expect(new Uint8Array((await app.storage.applications.file(priya.id, 'resume'))?.bytes ?? [])).toEqual(variant)
})

it('without a difference saves nothing; another site and a stranger are refused', async () => {
  const [priya, other] = [await applicantOf(app, 'same@example.in'), await applicantOf(app, 'stranger@example.in')]
  expect((await priya.change({})).status).toBe(303)
  expect((await priya.stored()).revision).toBe(0)
  const body = await priya.changed({ competition: 'Evil' })
  const post = (headers: Record<string, string>) => app.request('/my/change', { method: 'POST', headers, body })
  expect((await post({ cookie: priya.cookie, origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ cookie: other.cookie })).status).toBe(404)
  expect((await priya.stored()).revision).toBe(0)
})

it('is refused after twenty changes in an hour, with the text in the form', async () => {
  const priya = await applicantOf(app, 'often@example.in', 'Contact')
  for (let n = 0; n < 20; n += 1) expect((await priya.change({ message: `Version ${n}` })).status).toBe(303)
  const refused = await priya.change({ message: 'Version 20' })
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('Version 20</textarea>')
  const letters = (await app.storage.outbox.forApplication(priya.id)).filter(
    ({ state, topic }) => topic === 'mail.letter' && state === 'waiting',
  )
  expect(letters).toHaveLength(1)
})

it('in quarantine is saved to the quarantined application, and sends nothing', async () => {
  const priya = await applicantOf(app, 'quarantined@example.in', 'Contact', { [honeypotField]: 'filled in by a program' })
  const { applications, outbox } = app.storage
  const post = (message: string, at: number) =>
    priya.post('/my/change', { of: priya.id, at: String(at), name: 'Priya', subject: 'Hello', message })
  expect((await post('In better words', 0)).status).toBe(303)
  const stored = await applications.inQuarantine(priya.id)
  expect(stored).toMatchObject({ answers: { message: 'In better words' }, answersRevision: 1, seenRevision: 1, revision: 1 })
  expect((await priya.get()).html).toContain('In better words')
  expect(await outbox.forApplication(priya.id)).toEqual([])
  expect((await applications.newsSince(startOfTest, 200)).filter(({ id }) => id === priya.id).map(({ what }) => what)).toEqual([
    'quarantined',
    'quarantined',
  ])
  const conflict = await post('From another tab', 0)
  expect([conflict.status, (await conflict.text()).includes('From another tab')]).toEqual([409, true])
  expect((await app.call('/api/quarantine?q=better')).body.quarantined).toMatchObject([{ application: { id: priya.id } }])
  const found = async () => (await app.call('/api/applications?q=better+words')).body.total
  expect(await found()).toBe(0)
  await app.call('/api/quarantine/release', 'POST', { ids: [priya.id] })
  expect(await found()).toBe(1)
  expect(await priya.stored()).toMatchObject({ answersRevision: 1, seenRevision: 1, revision: 2 })
})

it('shows the desk the earlier files and the differences of each change', async () => {
  const priya = await applicantOf(app, 'earlier@example.in', 'WorkForStartups')
  const post = async (motivation: string, resume?: File) =>
    expect((await priya.change({ motivation }, undefined, resume)).status).toBe(303)
  await post('First')
  await post('Second', new File([pdf, ' '], 'New CV.pdf', { type: 'application/pdf' }))
  const path = `/api/applications/${priya.id}`
  const { changes } = (await app.call(path)).body
  expect(changes).toMatchObject([
    { revision: 1, changed: [{ name: 'motivation', to: 'First' }], files: [] },
    {
      revision: 2,
      changed: [
        { name: 'motivation', from: 'First', to: 'Second' },
        { name: 'resume', from: 'Priya R – CV.pdf', to: 'New CV.pdf' },
      ],
      files: [{ field: 'resume', name: 'Priya R – CV.pdf', revision: 1 }],
    },
  ])
  const file = await app.fetch(`${path}/earlier/1/resume`)
  expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, pdf])
  for (const other of ['0/resume', '1/motivation', 'x/resume', '99999999999/resume'])
    expect((await app.fetch(`${path}/earlier/${other}`)).status).toBe(404)
  expect((await app.request(`${path}/earlier/1/resume`)).status).toBe(401)
})

it('refuses a decision about earlier answers, and changes nothing', async () => {
  const priya = await applicantOf(app, 'decided-meanwhile@example.in')
  const path = `/api/applications/${priya.id}`
  const { answers_revision: seen } = (await app.call(path)).body.application
  await priya.change({ companyName: 'Neytal Foods' })
  const before = (await app.call(path)).body
  const decide = (more: object) => app.call(path, 'PATCH', { status: 'approved', from: 'pending', ...more })
  const { status, body } = await decide({ answers_revision: seen, notes: 'not kept' })
  expect([status, body.code, body.error]).toEqual([
    409,
    'CONFLICT',
    'The applicant has changed the answers. Please read them, then decide.',
  ])
  expect((await app.call(path)).body).toEqual(before)
  for (const invalid of [
    { status: 'approved', answers_revision: '1' },
    { notes: 'x', answers_revision: 1 },
  ])
    expect((await app.call(path, 'PATCH', invalid)).body.details).toEqual({
      answers_revision: expect.stringContaining('Only a decision'),
    })
  expect((await decide({ answers_revision: before.application.answers_revision })).status).toBe(200)
})
