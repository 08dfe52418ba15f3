import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { promises } from '../../../tests/support/adapters.ts'
import { answers } from '../../../tests/support/answers.ts'
import { type App, openApp, startOfTest } from '../../../tests/support/app.ts'
import { type Applicant, applicantOf } from '../../../tests/support/applicant.ts'
import type { Json } from '../../../tests/support/desk.ts'
import { cookiesOf } from '../../../tests/support/server.ts'
import { submission as stored } from '../../../tests/support/submissions.ts'
import { privateLinks } from '../../server/links/private-links.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { newId, reference } from '../../shared/ids.ts'

let app: App
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())

/** Unique telephone numbers. */
let numbers = 90_000_00000
const number = (): string => {
  numbers += 1
  return String(numbers)
}
/** An address that no other test, and no earlier run, uses. */
const address = (name: string): string => `${name}.${number()}@strong.example`
/** The answers to a form, with a unique telephone number unless one is given. */
const filled = (type: FormType, { phone = number(), ...values }: Json): Json =>
  Object.fromEntries(
    Object.entries(answers(type, values)).map(([name, value]) => [name, /phone|mobile|whatsapp/i.test(name) ? phone : value]),
  )

const send = (type: FormType, values: Json, more: Json = {}) => app.apply(type, { ...filled(type, values), ...more })

const spam = { knot: 'http://pills.example' }
const found = async (q: string): Promise<Json> => (await app.call('/api/person', 'POST', { q })).body
const summary = ({ applications }: Json) =>
  applications.map((owned: Json) => [owned.application.id, owned.visibility, owned.shared.join('+')])

describe('the data of a person', () => {
  it('is found over nine forms, by address or telephone number', async () => {
    const [email, phone] = [address('Meena'), number()]
    const ids: string[] = []
    for (const type of formTypes) {
      app.clock.ms += 1000
      ids.unshift((await send(type, { email, phone })).id)
    }
    const by = await found(` ${email.toUpperCase()} `)
    expect(by.applications.map((owned: Json) => owned.application.id)).toEqual(ids)
    expect(by.applications.every((owned: Json) => owned.visibility === 'listed' && owned.shared.includes('email'))).toBe(true)
    const numbered = await found(`+91 ${phone.slice(0, 5)}-${phone.slice(5)}`)
    expect(numbered.applications.map((owned: Json) => owned.application.id)).toEqual(ids)
  })

  it('is found for every spelling of the mailbox', async () => {
    const spellings = [
      'jose@bücher.example',
      'jose@bu\u0308cher.example',
      'JOSE@BÜCHER.example',
      'jose@xn--bcher-kva.example',
      '\u202ajose@bücher\u3002example\u202c',
      'mailto:jose@bücher.example',
    ]
    const ids: string[] = []
    for (const email of spellings) {
      app.clock.ms += 1000
      ids.unshift((await send('Contact', { email })).id)
    }
    await send('Contact', { email: 'jose@bucher.example' })
    for (const email of spellings) {
      expect((await found(email)).applications.map((owned: Json) => owned.application.id)).toEqual(ids)
      if (email.startsWith('mailto:')) continue
      for (const [name, value] of [
        ['q', `from:${email}`],
        ['email', email],
      ] as const) {
        const { body } = await app.call(`/api/applications?${new URLSearchParams([[name, value]])}`)
        expect(body.applications.map(({ id }: Json) => id)).toEqual(ids)
      }
    }
    const stored = (await found('jose@bücher.example')).applications.map(({ application }: Json) => application)
    expect(new Set(stored.map((each: Json) => each.applicant_email))).toEqual(
      new Set(['jose@bücher.example', 'JOSE@bücher.example']),
    )
    expect(stored.every((each: Json) => each.form_data.email === each.applicant_email)).toBe(true)
  })

  it('contains quarantined applications, and names who shares only a telephone number', async () => {
    const [email, phone] = [address('ravi'), number()]
    const own = await send('Accelerator', { email, phone })
    app.clock.ms += 1000
    const held = await send('Contact', { email }, spam)
    app.clock.ms += 1000
    const other = await send('Accelerator', { email: address('sister'), phone: `0${phone}` })
    await send('Contact', { email: address('stranger') })
    expect(summary(await found(email))).toEqual([
      [other.id, 'listed', 'phone'],
      [held.id, 'quarantined', 'email+phone'],
      [own.id, 'listed', 'email+phone'],
    ])
  })

  it('contains letters, earlier answers and files; an invalid address is refused', async () => {
    const email = address('files')
    const { id } = await send('WorkForStartups', { email })
    await app.call(`/api/applications/${id}`, 'PATCH', { notes: 'Call her' })
    const { applications, stored } = await found(email)
    expect(applications).toMatchObject([
      {
        application: { id, notes: 'Call her' },
        messages: [],
        versions: 0,
        files: [{ name: 'Priya R – CV.pdf', earlier: false }],
        events: 2,
      },
    ])
    expect(stored).toEqual([])
    expect((await found(address('nobody'))).applications).toEqual([])
    for (const q of ['', 'Meena', '12345', '%', 7, null]) {
      const refused = await app.call('/api/person', 'POST', { q })
      expect([refused.status, refused.body.details]).toEqual([400, { q: 'Enter an email address or a phone number' }])
    }
    const anyone = await app.request('/api/person', { method: 'POST', body: '{"q":"files@strong.example"}' })
    expect(anyone.status).toBe(401)
  })
})

/** The files of an archive by path. */
async function unpacked(response: Response): Promise<Record<string, Uint8Array>> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}
const json = (files: Record<string, Uint8Array>): Json => JSON.parse(strFromU8(files['your-data.json'] ?? new Uint8Array()))

describe('the archive for a person', () => {
  it('contains answers, earlier ones, letters and files, as a page and as JSON', async () => {
    const email = address('archive')
    const evil = '<script>alert(1)</script>'
    const mine = await applicantOf(app, email, 'WorkForStartups', { name: 'Asha Pillai' })
    // Letters about changes go only to an address that its owner has proven.
    await app.storage.outbox.prove(mine.id, new Date(app.clock.ms))
    await app.call(`/api/applications/${mine.id}`, 'PATCH', { notes: 'Secret opinion' })
    const bytes = '%PDF-1.4\n1 0 obj(new)endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
    const resume = new File([bytes], 'new.pdf', { type: 'application/pdf' })
    expect((await mine.change({ motivation: `I like looms ${evil}` }, undefined, resume)).status).toBe(303)
    await app.runOutbox()

    const files = await unpacked(await app.request('/my/data', { headers: { cookie: mine.cookie } }))
    const ref = reference(mine.id)
    expect(Object.keys(files)).toEqual([
      'your-data.html',
      'your-data.json',
      `files/${ref}/new.pdf`,
      `files/${ref}/earlier/Priya R – CV.pdf`,
    ])
    const [part] = json(files).applications
    expect(part).toMatchObject({ id: mine.id, address: email, status: 'Being read', earlier: [{}], files: expect.any(Array) })
    expect(part.letters).toMatchObject([{ to: email, subject: expect.any(String), text: expect.stringContaining(ref) }])
    expect(part.events.map(({ what }: Json) => what)).toEqual(['You sent it', 'You changed answers'])
    const page = strFromU8(files['your-data.html'] ?? new Uint8Array())
    expect(page).toContain('I like looms &lt;script&gt;')
    expect(page).not.toMatch(/<script|Secret opinion/)
    expect(strFromU8(files['your-data.json'] ?? new Uint8Array())).not.toContain('Secret opinion')
    expect((await mine.get()).html).toContain(`href="/my/data?of=${mine.id}"`)

    const archive = (query: string): Promise<Response> => app.fetch(`/api/person/archive?${query}`)
    expect(json(await unpacked(await archive(`id=${mine.id}`)))).toEqual(json(files))
    const reviewed = json(await unpacked(await archive(`id=${mine.id}&review=1`)))
    expect(reviewed.applications[0].review).toMatchObject({ notes: 'Secret opinion', scores: {} })
    expect((await archive('')).status).toBe(400)
    expect((await archive('id=x%20y')).status).toBe(400)
  })

  it('does not reveal a decision before its letter, nor the quarantine', async () => {
    const { id, link } = await send('Contact', { email: address('calm') }, spam)
    const cookie = cookiesOf(await app.request(link))
    const [part] = json(await unpacked(await app.request('/my/data', { headers: { cookie } }))).applications
    expect([part.id, part.status]).toEqual([id, 'Being read'])
    expect(JSON.stringify(part)).not.toMatch(/quarantin|trap/)
    const held = await applicantOf(app, address('held'))
    await app.call(`/api/applications/${held.id}`, 'PATCH', { status: 'rejected' })
    const [waiting] = json(await unpacked(await app.request('/my/data', { headers: { cookie: held.cookie } }))).applications
    expect([waiting.status, JSON.stringify(waiting).includes('reject')]).toEqual(['Being read', false])
  })

  it('contains only applications that this browser opened, not all of the address', async () => {
    const email = address('shared')
    await send('Accelerator', { email, startupName: 'Private Looms' })
    const mine = await applicantOf(app, email, 'Contact')
    const files = await unpacked(await app.request('/my/data', { headers: { cookie: mine.cookie } }))
    expect(json(files).applications.map((part: Json) => part.id)).toEqual([mine.id])
    expect((await app.request('/my/data')).status).toBe(404)
    expect(
      (await app.request('/my/data', { headers: { cookie: `kolam_my=${newId(new Date())}.AAAAAAAAAAAAAAAAAAAAAA` } })).status,
    ).toBe(404)
  })

  it('of a deleted application is not that of another person in the same browser', async () => {
    const [mine, other] = [
      await applicantOf(app, address('deleted'), 'Contact'),
      await applicantOf(app, address('stays'), 'Contact'),
    ]
    const headers = { cookie: `${mine.cookie}~${other.cookie.replace(/^[^=]*=/, '')}` }
    const ids = async (of: Applicant) =>
      json(await unpacked(await app.request(`/my/data?of=${of.id}`, { headers }))).applications.map(({ id }: Json) => id)
    expect([await ids(mine), await ids(other)]).toEqual([[mine.id], [other.id]])
    await app.call(`/api/applications/${mine.id}`, 'DELETE')
    expect((await app.request(`/my/data?of=${mine.id}`, { headers })).status).toBe(404)
    expect(await ids(other)).toEqual([other.id])
    const late = await mine.post('/my/withdraw', { of: mine.id, reason: 'Typed before' })
    expect(late.status).toBe(404)
    expect(await late.text()).toMatch(/If the application was deleted, no link opens it: copy what you wrote\..*Typed before</s)
  })

  it('is made 20 times an hour for one client; the desk sends links by letter', async () => {
    const email = address('often')
    const mine = await applicantOf(app, email, 'Contact')
    const headers = { cookie: mine.cookie, 'x-forwarded-for': '198.51.100.7' }
    app.clock.ms += 3_600_000
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) {
      const response = await app.request('/my/data', { headers })
      statuses.push(response.status)
      await response.arrayBuffer()
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    const mails = app.mails.length
    expect((await app.call('/api/person/links', 'POST', { email })).status).toBe(200)
    await expect.poll(() => app.mails.slice(mails).some(({ html }) => html.includes(mine.id))).toBe(true)
    expect((await app.call('/api/person/links', 'POST', { email: 'nonsense' })).status).toBe(400)
  })
})

describe('erasing a person', () => {
  const day = 86_400_000
  const erase = (ids: readonly string[]) => app.call('/api/person/erasures', 'POST', { ids })
  const listed = async (id: string): Promise<number> => (await app.call(`/api/applications/${id}`)).status

  it('waits 24 hours; until then an undo restores the letters too', async () => {
    const email = address('undo')
    const ids = [(await send('Accelerator', { email })).id, (await send('Contact', { email }, spam)).id]
    const other = await send('Accelerator', { email: address('stays') })
    const { status, body } = await erase(ids)
    expect([status, body.erasure.applications.toSorted(), body.erasure.keys]).toEqual([
      200,
      ids.toSorted(),
      expect.arrayContaining([email]),
    ])
    expect(Date.parse(body.erasure.due_at) - app.clock.ms).toBe(day)
    expect((await app.call('/api/person')).body.erasures).toContainEqual(body.erasure)
    expect(summary(await found(email)).map(([, visibility]: string[]) => visibility)).toEqual(['erasing', 'erasing'])
    expect([await listed(ids[0] as string), await listed(other.id)]).toEqual([404, 200])
    expect((await erase(ids)).status).toBe(404)
    expect((await app.call('/api/quarantine/release', 'POST', { ids: [ids[1]] })).body.released).toBe(0)
    expect((await app.call(`/api/applications/${ids[0]}/undo`, 'POST')).status).toBe(409)
    app.clock.ms += day - 1
    await app.chore('purge')
    expect((await app.call(`/api/person/erasures/${body.erasure.id}/undo`, 'POST')).status).toBe(200)
    expect(
      summary(await found(email))
        .map(([, visibility]: string[]) => visibility)
        .toSorted(),
    ).toEqual(['listed', 'quarantined'])
    expect((await app.call(`/api/applications/${ids[0]}`)).body.messages).toMatchObject([
      { letter: 'confirmation', state: expect.stringMatching(/waiting|claimed|sent/) },
    ])
    app.clock.ms += day
    await app.chore('purge')
    expect((await found(email)).applications).toHaveLength(2)
    expect((await app.call('/api/person')).body.erasures).toEqual([])
  })

  it('deletes the selected applications after 24 hours, and no others', async () => {
    const [email, phone] = [address('gone'), number()]
    const erased = [await send('Accelerator', { email, phone }), await send('Contact', { email }, spam)].map(({ id }) => id)
    const other = await send('Accelerator', { email: address('kept'), phone })
    const { body } = await erase(erased)
    app.clock.ms += day
    await app.chore('purge')
    const again = await app.call(`/api/person/erasures/${body.erasure.id}/undo`, 'POST')
    expect([again.status, again.body.error]).toEqual([404, 'This erasure does not wait any more: it was undone, or it is done.'])
    expect([(await found(email)).applications, (await found(phone)).applications.length]).toEqual([[], 1])
    expect([await listed(other.id), (await app.call('/api/person')).body.erasures]).toEqual([200, []])
    for (const id of erased) expect(await app.storage.persons.everything(id)).toBeUndefined()
    // The same person may send a new application.
    await send('Accelerator', { email, phone })
    expect((await found(email)).applications).toHaveLength(2)
  })

  it('and the private link are possible with the id of an imported application', async () => {
    const email = address('imported')
    const importedAt = new Date(app.clock.ms)
    const resume = { field: 'resume', name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array([1]) }
    await app.storage.applications.add(stored({ id: '../..', applicantEmail: email, files: [resume] }))
    const archive = await app.fetch('/api/person/archive?id=../..')
    expect(Object.keys(await unpacked(archive))).toEqual(['your-data.html', 'your-data.json', 'files/a.pdf'])
    for (const id of ['17', 'Form-2.18']) {
      const { change, duplicate } = stored({ id, applicantEmail: email, submittedAt: importedAt })
      expect(await app.storage.applications.import({ change, duplicate })).toBe('imported')
      const link = (await privateLinks(app.storage.settings, app.storage.linkStates, '').ofOwner(change.application)).url
      const opened = await app.request(link)
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/my?opened=1'])
      const page = await (await app.request('/my', { headers: { cookie: cookiesOf(opened) } })).text()
      expect(page).toContain(change.application.applicantName)
      expect((await app.request(`${link}x`)).status).toBe(404)
    }
    expect((await erase(['../..', '17', 'Form-2.18'])).body.erasure.applications).toEqual(['../..', '17', 'Form-2.18'])
    app.clock.ms += day
    await app.chore('purge')
    expect((await found(email)).applications).toEqual([])
  })

  it('is refused for invalid ids, and to strangers', async () => {
    expect((await erase([])).status).toBe(400)
    expect((await erase(['x y'])).status).toBe(400)
    expect((await erase([newId(new Date())])).status).toBe(404)
    expect((await app.call('/api/person/erasures/nothing/undo', 'POST')).status).toBe(404)
    const stranger = await app.request('/api/person/erasures', { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
  })
})

const daysAgo = (days: number): string => new Date(app.clock.ms - days * 86_400_000).toISOString().slice(0, 10)

describe('data requests', () => {
  const request = (more: Json = {}) =>
    app.call('/api/person/requests', 'POST', { kind: 'access', person: 'Meena, by phone', received: daysAgo(1), ...more })

  it('have a day by which they are due, and are listed until they are done', async () => {
    const late = (await request({ kind: 'erase', person: address('late'), received: daysAgo(9), note: 'By post' })).body.request
    const open = (await request({ due: daysAgo(-20) })).body.request
    expect(late).toMatchObject({
      kind: 'erase',
      received: daysAgo(9),
      due: daysAgo(2),
      note: 'By post',
      done_at: null,
      overdue: true,
    })
    expect(open).toMatchObject({ due: daysAgo(-20), overdue: false })
    const ids = async () => (await app.call('/api/person')).body.requests.map(({ id, done_at }: Json) => [id, done_at === null])
    expect((await app.call('/api/person/waiting')).body).toEqual({ success: true, erasures: 0, overdue: 1 })
    expect(await ids()).toEqual([
      [late.id, true],
      [open.id, true],
    ])
    expect((await app.call(`/api/person/requests/${late.id}`, 'PATCH', { done: true })).status).toBe(200)
    expect(await ids()).toEqual([
      [open.id, true],
      [late.id, false],
    ])
    expect((await app.call(`/api/person/requests/${late.id}`, 'PATCH', { done: false })).status).toBe(200)
    expect((await ids())[0]).toEqual([late.id, true])
    const none = await app.call('/api/person/requests/none', 'PATCH', { done: true })
    expect([none.status, none.body.error]).toEqual([404, 'This request does not exist any more.'])
    expect((await app.call(`/api/person/requests/${late.id}`, 'PATCH', {})).status).toBe(400)
  })

  it('need a kind, a person and a day in the past', async () => {
    for (const [field, value] of [
      ['kind', 'sue'],
      ['person', ' '],
      ['person', 'x'.repeat(201)],
      ['received', daysAgo(-2)],
      ['received', '2026-02-30'],
      ['due', daysAgo(5)],
      ['note', 7],
    ] as const) {
      const refused = await request({ [field]: value })
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, [field]])
    }
  })

  it('lose name and note when the person is erased', async () => {
    const email = address('requested')
    const { id } = await send('Accelerator', { email })
    const recorded = (await request({ kind: 'erase', person: email.toUpperCase(), note: 'Wants it gone' })).body.request
    await app.call('/api/person/erasures', 'POST', { ids: [id] })
    app.clock.ms += 86_400_000
    await app.chore('purge')
    const { requests } = (await app.call('/api/person')).body
    expect(requests.find((each: Json) => each.id === recorded.id)).toMatchObject({ kind: 'erase', person: '', note: '' })
  })
})

describe('applications past their period', () => {
  it('are proposed for erasure unless the person was active since; none is erased', async () => {
    const [old, active] = [address('old'), address('active')]
    const ids = [(await send('Contact', { email: old })).id, (await send('Contact', { email: active })).id]
    const past = async (): Promise<readonly string[]> =>
      (await app.call('/api/person')).body.past.applications.map(({ id }: Json) => id).filter((id: string) => ids.includes(id))
    expect(await past()).toEqual([])
    app.clock.ms += 729 * 86_400_000
    await send('Accelerator', { email: active })
    expect(await past()).toEqual([])
    app.clock.ms += 3 * 86_400_000
    expect(await past()).toEqual([ids[0]])
    const { keep, erased_after } = (await app.call('/api/person')).body.past
    expect([keep.Contact, erased_after]).toEqual(['2 years', null])
    await app.chore('retention')
    expect((await app.call('/api/person')).body.erasures).toEqual([])
    await app.call(`/api/applications/${ids[0]}`, 'PATCH', { notes: 'Met her again' })
    expect(await past()).toEqual([])
  })
})

it('a breach list has each person once, with fields, in any state', async () => {
  const from = new Date(app.clock.ms).toISOString()
  const [email, phone] = [address('breach'), number()]
  const first = await send('Accelerator', { email, phone, startupName: '=cmd|x' })
  const withdrawn = await applicantOf(app, address('withdrawn'), 'Contact')
  expect((await withdrawn.post('/my/withdraw', { of: withdrawn.id })).status).toBe(303)
  const held = await send('Contact', { email: email.toUpperCase() }, spam)
  const before = new Date(app.clock.ms + 1).toISOString()
  app.clock.ms += 60_000
  await send('Contact', { email: address('later') })
  const list = (query: Record<string, string>) => app.fetch(`/api/person/concerned?${new URLSearchParams(query)}`)
  const response = await list({ from, before })
  expect([response.headers.get('x-total-rows'), response.headers.get('content-type')]).toEqual(['2', 'text/csv; charset=utf-8'])
  const csv = await response.text()
  const line = csv.split('\r\n').find((each) => each.startsWith(email.toLowerCase())) ?? ''
  expect(line).toContain(phone)
  for (const text of [reference(first.id), reference(held.id), 'Accelerator; Contact', 'Internet address'])
    expect(line).toContain(text)
  expect(csv).not.toContain('=cmd')
  expect((await (await list({ from, form_type: 'Accelerator' })).text()).trim().split('\r\n')).toHaveLength(2)
  expect((await list({ from: 'yesterday' })).status).toBe(400)
  expect((await app.request('/api/person/concerned')).status).toBe(401)
})

it('the period in the content erases applications visibly, except approved ones', async () => {
  const own = await openApp({ promises: { ...promises, erase: 60 } })
  try {
    const emails = ['pending', 'approved'].map(address)
    const ids: string[] = []
    for (const email of emails) ids.push((await applicantOf(own, email)).id)
    await own.call(`/api/applications/${ids[1]}`, 'PATCH', { status: 'approved', letter: 'none' })
    own.clock.ms += (731 + 58) * 86_400_000
    await own.chore('retention')
    expect((await own.call('/api/person')).body).toMatchObject({ erasures: [], past: { total: 2, erased_after: 60 } })
    own.clock.ms += 3 * 86_400_000
    await own.chore('retention')
    await own.chore('retention')
    expect((await own.call('/api/person')).body.erasures).toMatchObject([{ applications: [ids[0]] }])
    own.clock.ms += 86_400_000
    await own.chore('purge')
    expect(await own.storage.persons.everything(ids[0] ?? '')).toBeUndefined()
    expect(await own.storage.persons.everything(ids[1] ?? '')).toBeDefined()
  } finally {
    await own.remove()
  }
})

it('a hundred approved applications past their period do not keep the others', async () => {
  const own = await openApp({ promises: { ...promises, erase: 60 } })
  try {
    const old = Array.from({ length: 100 }, () => stored({ status: 'approved', submittedAt: startOfTest, outbox: [] }))
    for (const each of old) await own.storage.applications.add(each)
    own.clock.ms += 1000
    const { id } = await applicantOf(own, address('after-approved'))
    own.clock.ms += (731 + 61) * 86_400_000
    await own.chore('retention')
    expect(await own.storage.persons.waitingErasures()).toMatchObject([{ by: 'retention', applications: [id] }])
  } finally {
    await own.remove()
  }
})
