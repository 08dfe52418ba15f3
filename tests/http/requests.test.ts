import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { day, hour, longDate, second } from '../../src/shared/dates.ts'
import { pdf } from '../support/answers.ts'
import { type App, openApp, startOfTest } from '../support/app.ts'
import { type Applicant, applicantOf } from '../support/applicant.ts'
import { unstyled } from '../support/markup.ts'

let app: App

beforeAll(async () => {
  app = await openApp({ settings: { DECISION_HOLD_S: '10' } })
})
afterAll(() => app.remove())

const pathOf = ({ id }: Applicant): string => `/api/applications/${id}`
const detail = async (of: Applicant) => (await app.call(pathOf(of))).body
const listed = async (query: string): Promise<string[]> =>
  (await app.call(`/api/applications?${query}`)).body.applications.map(({ id }: { id: string }) => id)
const lettersTo = (email: string) => app.mails.filter(({ to }) => to === email)
/** A new address, so that a test can run twice. */
let addresses = 0
const address = (name: string): string => {
  addresses += 1
  return `${name}-${addresses}@example.in`
}
const heldLetter = async (of: Applicant): Promise<string> =>
  (await app.call('/api/outbox/letters')).body.letters.find(
    ({ application_id, letter }: Record<string, string>) => application_id === of.id && letter === 'request',
  )?.id
const later = (ms: number): void => {
  app.clock.ms += ms
}

/** Makes a request at the desk. Its letter is sent unless `held`. */
async function request(of: Applicant, body: object = {}, held = false): Promise<number> {
  const made = await app.call(`${pathOf(of)}/requests`, 'POST', { text: 'Please send your deck.', kind: 'both', ...body })
  expect(made).toMatchObject({ status: 200, body: { success: true, undoFor: 10 } })
  if (!held) {
    later(11 * second)
    await app.runOutbox()
  }
  return made.body.revision
}
const deck = (bytes: Uint8Array<ArrayBuffer> = pdf, name = 'Deck.pdf'): File => new File([bytes], name)

/** Posts an answer with the form of the page. */
function answer(of: Applicant, id: number, text: string | undefined, file?: File, headers = {}): Promise<Response> {
  const body = new FormData()
  if (text !== undefined) body.append('answer', text)
  body.append('file', file ?? new File([], ''))
  return app.request(`/my/answer?of=${of.id}&request=${id}`, { method: 'POST', headers: { cookie: of.cookie, ...headers }, body })
}

/** A body whose length is announced, as browsers do. */
async function announced(body: FormData): Promise<RequestInit> {
  const response = new Response(body)
  const bytes = await response.arrayBuffer()
  const headers = { 'content-type': response.headers.get('content-type') ?? '', 'content-length': String(bytes.byteLength) }
  return { method: 'POST', headers, body: bytes }
}

it('without the private link shows answer and reason again, and nothing else', async () => {
  const priya = await applicantOf(app, address('lost'))
  await app.runOutbox()
  const id = await request(priya)
  const path = `/my/answer?of=${priya.id}&request=${id}`
  const body = new FormData()
  body.append('answer', 'Our <deck> took an hour')
  body.append('file', deck())
  const refused = await app.request(path, await announced(body))
  const html = await refused.text()
  expect(refused.status).toBe(404)
  expect(html).toContain('Our &lt;deck&gt; took an hour</textarea>')
  expect(html).toContain(`action="${path.replace('&', '&amp;')}"`)
  expect(html).toContain('A file has to be chosen again.')
  expect(html).not.toContain('Please send your deck.')
  expect((await priya.stored()).requests[0]?.answer).toBeUndefined()
  // A body that may be large is not read.
  body.append('answer', 'x'.repeat(1_100_000))
  expect(await (await app.request(path, await announced(body))).text()).not.toContain('took an hour')
  const withdrawn = await app.request('/my/withdraw', {
    method: 'POST',
    body: new URLSearchParams({ of: priya.id, reason: 'A long reason' }),
  })
  expect([withdrawn.status, await withdrawn.text()]).toEqual([404, expect.stringContaining('A long reason</textarea>')])
  expect((await priya.stored()).withdrawnAt).toBeNull()
})

describe('a request', () => {
  it('has a preview equal to its letter; a preview stores and sends nothing', async () => {
    const email = address('preview')
    const kavin = await applicantOf(app, email)
    await app.runOutbox()
    const [words, before] = [{ text: 'Please send your deck.', kind: 'both', day: '2026-01-20' }, await detail(kavin)]
    const preview = await app.call(`${pathOf(kavin)}/letters/request`, 'POST', words)
    expect(preview.status).toBe(200)
    expect(preview.body.letter.text).toMatch(/Please answer by .*20 January 2026.*: with a text and a file/s)
    const refused = await app.call(`${pathOf(kavin)}/letters/request`, 'POST', { ...words, text: ' ', day: '2001-01-01' })
    expect([refused.status, refused.body.details]).toEqual([400, { text: 'Say what you need', day: 'The day is in the past' }])
    await app.runOutbox()
    expect(await detail(kavin)).toEqual(before)
    await request(kavin, words)
    const letter = lettersTo(email).at(-1)
    const withoutLinks = (text = ''): string => text.replaceAll(/https?:\S+/g, '')
    expect(preview.body.letter).toMatchObject({ to: letter?.to, subject: letter?.subject })
    expect(withoutLinks(preview.body.letter.text)).toBe(withoutLinks(letter?.text))
  })

  it('is sent after its hold, and is on the page only then', async () => {
    const email = address('page')
    const priya = await applicantOf(app, email)
    await app.runOutbox()
    const before = (await priya.get()).html
    const id = await request(priya, { day: '2026-01-20' }, true)
    expect((await priya.get()).html).toBe(before)
    expect((await priya.get(`/my/answer?of=${priya.id}&request=${id}`)).status).toBe(404)
    expect(await heldLetter(priya)).toMatch(/-/)
    later(11 * second)
    await app.runOutbox()
    const letter = lettersTo(email).at(-1)
    expect(letter?.subject).toContain('We need something from you')
    expect(letter?.text).toContain('Please send your deck.')
    expect(letter?.text).toContain('by 20 January 2026')
    expect(letter?.text).toContain('with a text and a file (PDF, Word or PowerPoint, 10 MB at most)')
    expect(letter?.text).toMatch(new RegExp(`Answer on your page:?\\s+http://localhost:3000/my/${priya.id}\\.`))
    const { html } = await priya.get()
    expect(html).toContain('We need something from you.')
    expect(html).toContain('Please send your deck.')
    expect(html).toContain(`/my/answer?of=${priya.id}&amp;request=${id}`)
    const form = await priya.get(`/my/answer?of=${priya.id}&request=${id}`)
    expect(form.status).toBe(200)
    expect(form.html).toContain('encType="multipart/form-data"')
  })

  it('suspends the due moment; the answer puts the application on top', async () => {
    const [first, second_] = [await applicantOf(app, address('due1'), 'Contact'), await applicantOf(app, address('due2'))]
    const { dueAt } = await first.stored()
    const order = async () =>
      (await listed('order=due&status=pending&limit=200')).filter((id) => [first.id, second_.id].includes(id))
    expect(await order()).toEqual([first.id, second_.id])
    const id = await request(first, { kind: 'text' })
    expect(await order()).toEqual([second_.id, first.id])
    expect((await detail(first)).application.request_state).toBe('asked')
    later(2 * day)
    expect(await listed('q=is%3Alate')).not.toContain(first.id)
    expect(await listed('q=is%3Aasked')).toContain(first.id)
    expect(await listed('q=is%3Aanswered')).not.toContain(first.id)
    expect((await answer(first, id, 'Here it is.')).status).toBe(303)
    expect((await app.call('/api/stats')).body.due.answered).toBeGreaterThan(0)
    await app.chore('morning letter')
    await app.runOutbox()
    expect(app.mails.find(({ subject }) => /\d answered/.test(subject))?.text).toContain('ANSWERS TO YOUR REQUESTS')
    expect(await order()).toEqual([first.id, second_.id])
    expect((await first.stored()).dueAt > dueAt).toBe(true)
    expect(await listed('q=is%3Aasked')).not.toContain(first.id)
    expect(await listed('q=is%3Aanswered')).toContain(first.id)
    const { html } = await first.get()
    expect(html).toContain('We have your answer, and read it next.')
    const closed = await app.call(`${pathOf(first)}/requests/${id}/close`, 'POST')
    expect(closed.body.application.request_state).toBeUndefined()
    expect(await listed('q=is%3Aanswered')).not.toContain(first.id)
  })

  it('that was answered is not closed by a desk that has not seen the answer', async () => {
    const priya = await applicantOf(app, address('unseen'))
    await app.runOutbox()
    const id = await request(priya)
    await answer(priya, id, 'Here it is', deck())
    const close = (body: object) => app.call(`${pathOf(priya)}/requests/${id}/close`, 'POST', body)
    const stale = await close({ answered: false })
    expect([stale.status, stale.body.error]).toEqual([
      409,
      'They have answered meanwhile. Please read the answer, then close the request.',
    ])
    expect((await priya.stored()).requests[0]?.closed).toBeUndefined()
    expect((await close({ answered: 'no' })).status).toBe(400)
    expect((await close({ answered: true })).status).toBe(200)
  })

  it('can be undone while its letter waits, and closed after that', async () => {
    const email = address('back')
    const priya = await applicantOf(app, email)
    await app.runOutbox()
    const { dueAt } = await priya.stored()
    const id = await request(priya, {}, true)
    expect((await priya.stored()).dueAt).not.toEqual(dueAt)
    expect((await app.call(`${pathOf(priya)}/undo`, 'POST', { revision: id })).status).toBe(200)
    expect(await priya.stored()).toMatchObject({ requests: [], dueAt })
    const other = await request(priya, {}, true)
    const held = await heldLetter(priya)
    expect((await app.call(`${pathOf(priya)}/messages/${held}`, 'PATCH', { sentence: 'x' })).status).toBe(404)
    expect((await app.call(`${pathOf(priya)}/messages/${held}`, 'DELETE')).status).toBe(200)
    expect((await priya.stored()).requests).toEqual([])
    const sent = await request(priya)
    expect(lettersTo(email).filter(({ subject }) => subject.includes('need'))).toHaveLength(1)
    expect(await app.call(`${pathOf(priya)}/undo`, 'POST', { revision: sent })).toMatchObject({ status: 409 })
    expect((await app.call(`${pathOf(priya)}/requests/${other}/close`, 'POST')).status).toBe(404)
    expect((await app.call(`${pathOf(priya)}/requests/${sent}/close`, 'POST')).status).toBe(200)
    const refused = await answer(priya, sent, 'Written for an hour', deck())
    expect(refused.status).toBe(409)
    expect(unstyled(await refused.text())).toContain('<dd>Written for an hour</dd>')
    const events = (await detail(priya)).history.map(({ by, event }: { by: string; event: { what: string } }) => [by, event.what])
    const admin = 'admin@example.com'
    const undone = [
      [admin, 'requested'],
      [admin, 'undone'],
    ]
    expect(events).toEqual([['applicant', 'submitted'], ...undone, ...undone, [admin, 'requested'], [admin, 'request_closed']])
  })

  it('is refused with invalid input, a fourth time, and where nobody can answer', async () => {
    const priya = await applicantOf(app, address('bad'))
    const made = (body: object) => app.call(`${pathOf(priya)}/requests`, 'POST', body)
    expect((await made({ text: ' ', kind: 'video', day: '2026-02-31' })).body.details).toEqual({
      text: 'Say what you need',
      kind: 'Choose a text, a file, both, or a picture',
      day: 'The day must be a date',
    })
    expect((await made({ text: 'x', kind: 'text', day: '2025-12-31' })).body.details).toEqual({ day: 'The day is in the past' })
    expect((await made({ text: 'x'.repeat(2001), kind: 'text' })).body.details).toMatchObject({
      text: expect.stringContaining('2,000'),
    })
    for (const text of ['One', 'Two', 'Two', 'Three']) await request(priya, { text }, true)
    expect((await priya.stored()).requests).toHaveLength(3)
    expect(await made({ text: 'Four', kind: 'text' })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await app.call(pathOf(priya), 'PATCH', { status: 'rejected' })
    expect(await made({ text: 'Four', kind: 'text' })).toMatchObject({ status: 409 })
    expect((await app.call('/api/applications/none/requests', 'POST', { text: 'x', kind: 'text' })).status).toBe(404)
    expect((await app.request(`${pathOf(priya)}/requests`, { method: 'POST' })).status).toBe(401)
  })

  it('has one reminder: after five days, or on the morning before its due day', async () => {
    const emails = ['open', 'dated', 'done'].map(address) as [string, string, string]
    const [open, dated, done] = [
      await applicantOf(app, emails[0]),
      await applicantOf(app, emails[1]),
      await applicantOf(app, emails[2]),
    ]
    app.clock.ms = new Date('2026-03-02T04:30:00Z').getTime()
    await request(open)
    await request(dated, { day: '2026-03-10' })
    const answered = await request(done, { kind: 'text' })
    const reminders = () =>
      app.mails.filter(({ subject, to }) => subject.startsWith('A reminder') && emails.includes(to)).map(({ to }) => to)
    expect((await answer(done, answered, 'Here')).status).toBe(303)
    later(5 * day - hour)
    await app.runOutbox()
    expect(reminders()).toEqual([])
    later(2 * hour)
    await app.runOutbox()
    expect(reminders()).toEqual([emails[0]])
    app.clock.ms = new Date('2026-03-09T03:29:00Z').getTime()
    await app.runOutbox()
    expect(reminders()).toHaveLength(1)
    later(2 * 60 * second)
    await app.runOutbox()
    expect(reminders()).toEqual(emails.slice(0, 2))
    later(20 * day)
    await app.runOutbox()
    expect(reminders()).toHaveLength(2)
    app.clock.ms = startOfTest.getTime() + 10 * day
  })

  it('ends with a decision, on the page after its letter; an undo restores it', async () => {
    const email = address('decided')
    const priya = await applicantOf(app, email)
    const id = await request(priya, { kind: 'text' })
    const before = (await priya.get()).html
    await app.call(pathOf(priya), 'PATCH', { status: 'rejected' })
    expect((await priya.get()).html).toBe(before)
    expect((await detail(priya)).application.request_state).toBeUndefined()
    expect(await listed('q=is%3Aasked')).not.toContain(priya.id)
    await app.call(`${pathOf(priya)}/undo`, 'POST')
    expect((await detail(priya)).application.request_state).toBe('asked')
    await app.call(pathOf(priya), 'PATCH', { status: 'rejected' })
    later(11 * second)
    await app.runOutbox()
    expect((await priya.get()).html).not.toContain('/my/answer')
    expect((await answer(priya, id, 'Too late')).status).toBe(409)
    later(6 * day)
    await app.runOutbox()
    expect(lettersTo(email).map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('reminder'))
  })

  it('is sent after an undone or reopened decision that had cancelled its letter', async () => {
    const [undone, reopened] = [address('undone'), address('reopened')]
    const of = [await applicantOf(app, undone), await applicantOf(app, reopened)] as const
    for (const each of of) await request(each, {}, true)
    later(5 * second)
    for (const each of of) await app.call(pathOf(each), 'PATCH', { status: 'rejected' })
    later(6 * second)
    await app.runOutbox()
    const requests = (email: string) => lettersTo(email).filter(({ text }) => text.includes('Please send your deck.')).length
    expect([requests(undone), requests(reopened)]).toEqual([0, 0])
    await app.call(`${pathOf(of[0])}/undo`, 'POST')
    await app.runOutbox()
    expect([requests(undone), requests(reopened)]).toEqual([1, 0])
    expect((await of[0].get()).html).toContain('/my/answer')
    later(10 * second)
    await app.runOutbox()
    expect(await app.call(`${pathOf(of[1])}/reopen`, 'POST', { sentence: 'We read on.' })).toMatchObject({ status: 200 })
    await app.runOutbox()
    expect(requests(reopened)).toBe(0)
    later(11 * second)
    await app.runOutbox()
    expect([requests(undone), requests(reopened)]).toEqual([1, 1])
    expect((await of[1].get()).html).toContain('/my/answer')
  })

  it('is suspended by a withdrawal until the return', async () => {
    const priya = await applicantOf(app, address('gone'))
    const id = await request(priya, { kind: 'text' })
    await priya.post('/my/withdraw', { of: priya.id, reason: '' })
    expect((await priya.get()).html).not.toContain('/my/answer')
    const refused = await answer(priya, id, 'x')
    const page = await priya.get(`/my/answer?of=${priya.id}&request=${id}`)
    for (const [status, html] of [
      [refused.status, await refused.text()],
      [page.status, page.html],
    ]) {
      expect([status, html]).toEqual([409, expect.stringContaining('You have withdrawn this application')])
      expect(html).not.toMatch(/don’t need this any more|needs no answer any more/)
    }
    expect(await listed('q=is%3Aasked')).not.toContain(priya.id)
    expect((await app.call(`${pathOf(priya)}/requests`, 'POST', { text: 'y', kind: 'text' })).status).toBe(409)
    await priya.post('/my/return', { of: priya.id })
    expect((await priya.get()).html).toContain('/my/answer')
    expect((await answer(priya, id, 'x')).status).toBe(303)
  })
})

describe('the answer', () => {
  it('is stored with its file, and the desk shows both', async () => {
    const email = address('file')
    const priya = await applicantOf(app, email, 'WorkForStartups')
    const promised = longDate((await priya.stored()).dueAt)
    const id = await request(priya)
    const pptx = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'ppt/presentation.xml': strToU8('<p/>') })
    const sent = await answer(priya, id, 'Ours, as of <today>', deck(new Uint8Array(pptx), '../Priya – Deck.pptx'))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining(`/my?of=${priya.id}#`)])
    const type = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
    const name = 'Priya – Deck.pptx'
    const { requests, history } = await detail(priya)
    expect(requests).toMatchObject([{ id, answer: { text: 'Ours, as of <today>', file: { name, type, size: pptx.length } } }])
    expect(history.at(-1)).toMatchObject({ by: 'applicant', event: { what: 'request_answered', request: id, file: name } })
    const file = await app.fetch(`${pathOf(priya)}/requests/${id}/file`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    expect(file.headers.get('content-disposition')).toContain('Priya%20%E2%80%93%20Deck.pptx')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(pptx))
    expect((await app.storage.applications.file(priya.id, 'resume'))?.name).toBe('Priya R – CV.pdf')
    expect((await app.request(`${pathOf(priya)}/requests/${id}/file`)).status).toBe(401)
    expect(await listed('q=today+deck+ours')).toContain(priya.id)
    const { html } = await priya.get()
    expect(html).toContain(`Your answer of ${longDate(new Date(app.clock.ms))}, with ${name}`)
    expect(html).toContain('Ours, as of &lt;today&gt;')
    // The due moment moved; the promise stays.
    expect(longDate((await priya.stored()).dueAt)).not.toBe(promised)
    expect(html).toContain(`You hear from us by ${promised}.`)
    const archive = await app.fetch(`/api/applications/export?format=zip&email=${email}`)
    expect(Buffer.from(await archive.arrayBuffer()).includes(Buffer.from(name))).toBe(true)
    const csv = await app.fetch(`/api/applications/export?format=csv&email=${email}`)
    expect(await csv.text()).toContain(`"Please send your deck.\n→ Ours, as of <today>\n${name}"`)
    expect((await app.call(`/api/applications/export?format=json&email=${email}`)).body[0].requests).toEqual(requests)
    const own = await app.request(`/my/data?of=${priya.id}`, { headers: { cookie: priya.cookie } })
    const files = unzipSync(new Uint8Array(await own.arrayBuffer()))
    expect(JSON.parse(strFromU8(files['your-data.json'] ?? new Uint8Array())).applications[0].requests).toMatchObject([
      { text: 'Please send your deck.', answer: 'Ours, as of <today>', file: name },
    ])
    expect(Object.keys(files)).toContainEqual(expect.stringContaining('Deck.pptx'))
    await app.call(pathOf(priya), 'DELETE')
    later(11 * second)
    await app.chore('purge')
    expect(await app.storage.applications.files([priya.id])).toEqual([])
  })

  it('with a fault comes back with its text, and is not stored', async () => {
    const priya = await applicantOf(app, address('wrong'))
    const id = await request(priya)
    const missing = await answer(priya, id, 'Typed & kept')
    expect(missing.status).toBe(422)
    const html = await missing.text()
    expect(html).toContain('Your file is required')
    expect(html).toContain('Typed &amp; kept</textarea>')
    for (const [file, status, fault] of [
      [deck(strToU8('MZ no pdf') as Uint8Array<ArrayBuffer>), 422, 'is a plain text'],
      [deck(pdf, 'deck.exe'), 422, 'must be one of PDF, DOCX, PPTX'],
      [deck(pdf, 'deck.doc'), 422, 'must be one of PDF, DOCX, PPTX'],
      [deck(new Uint8Array(10 * 1024 * 1024 + 1)), 413, 'can be 10 MB at most'],
      [deck(new Uint8Array(12 * 1024 * 1024)), 413, 'The file is larger than 10 MB'],
    ] as const) {
      const refused = await answer(priya, id, 'x', file)
      expect([refused.status, file.name]).toEqual([status, file.name])
      expect(await refused.text()).toContain(fault)
    }
    expect((await answer(priya, id, ' ', deck())).status).toBe(422)
    expect((await answer(priya, id, 'x'.repeat(10_001), deck())).status).toBe(422)
    expect((await priya.stored()).requests[0]?.answer).toBeUndefined()
    const large = new Uint8Array(10 * 1024 * 1024)
    large.set(pdf)
    expect((await answer(priya, id, 'Ten megabytes', deck(large))).status).toBe(303)
    expect((await app.storage.applications.file(priya.id, `request-${id}`))?.bytes).toHaveLength(large.length)
  })

  it('from two tabs loses no text: the second gets 409, a repeat is no conflict', async () => {
    const priya = await applicantOf(app, address('twice'))
    const id = await request(priya)
    expect((await answer(priya, id, 'From the first tab', deck())).status).toBe(303)
    expect((await answer(priya, id, 'From the first tab', deck())).status).toBe(303)
    const second_ = await answer(priya, id, 'From the <second> tab', deck(pdf, 'Other.pdf'))
    expect(second_.status).toBe(409)
    const html = await second_.text()
    expect(html).toContain('<h1>This was not saved</h1>')
    expect(html).not.toContain('We need something from you')
    for (const text of ['From the first tab', 'From the &lt;second&gt; tab', 'Deck.pdf', 'Other.pdf'])
      expect(unstyled(html)).toContain(`<dd>${text}</dd>`)
    expect(html).not.toContain('Send it')
    const answers = (await Promise.all(['A', 'B'].map((text) => answer(priya, id, text, deck())))).map(({ status }) => status)
    expect(answers).toEqual([409, 409])
    expect((await priya.stored()).requests[0]?.answer?.text).toBe('From the first tab')
  })

  it('sent twice with an odd file name is a repeat, with another file is not', async () => {
    const priya = await applicantOf(app, address('cleaned'))
    const id = await request(priya)
    const name = `decks/\u202e${'é'.repeat(200)}.pdf`
    const variant = new Uint8Array(pdf)
    variant[variant.length - 1] = 32
    for (const [file, status] of [
      [deck(pdf, name), 303],
      [deck(pdf, name), 303],
      [deck(variant, name), 409],
    ] as const)
      expect((await answer(priya, id, 'Here\r\nit is', file)).status).toBe(status)
  })

  it('sent concurrently from two tabs is stored once', async () => {
    const priya = await applicantOf(app, address('race'))
    const id = await request(priya)
    const sent = await Promise.all(['A', 'B'].map((text) => answer(priya, id, text, deck())))
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 409])
  })

  it('that other changes always come before ends, and takes space once', async () => {
    const priya = await applicantOf(app, address('crowded'))
    const id = await request(priya)
    const [hit, save] = [vi.spyOn(app.storage.limits, 'hit'), vi.spyOn(app.storage.applications, 'saveWithFile')]
    save.mockResolvedValue('stale')
    expect((await answer(priya, id, 'Ours', deck())).status).toBe(409)
    expect([save.mock.calls.length, hit.mock.calls.filter(([key]) => key.startsWith('files:')).length]).toEqual([20, 1])
    save.mockRestore()
    hit.mockRestore()
    expect((await answer(priya, id, 'Ours', deck())).status).toBe(303)
  })

  it('is accepted after the due day too', async () => {
    const priya = await applicantOf(app, address('late'), 'Contact')
    const today = new Date(app.clock.ms).toISOString().slice(0, 10)
    const id = await request(priya, { kind: 'file', day: today })
    later(3 * day)
    expect(await listed('q=is%3Alate')).toContain(priya.id)
    expect((await answer(priya, id, undefined, deck())).status).toBe(303)
  })

  it('is refused to a stranger, another site, and after twenty in an hour', async () => {
    const [priya, other] = [await applicantOf(app, address('mine')), await applicantOf(app, address('other'))]
    const id = await request(priya, { kind: 'text' })
    expect((await answer(other, id, 'x')).status).toBe(404)
    expect((await answer({ ...priya, cookie: other.cookie }, id, 'x')).status).toBe(404)
    expect((await answer(priya, id, 'x', undefined, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await answer(priya, id + 7, 'x')).status).toBe(404)
    for (let n = 0; n < 20; n += 1) await app.storage.limits.hit(`changes:${priya.id}`, 20, hour, new Date(app.clock.ms))
    const often = await answer(priya, id, 'Written once')
    expect(often.status).toBe(429)
    expect(await often.text()).toContain('Written once</textarea>')
    expect((await priya.stored()).requests[0]?.answer).toBeUndefined()
  })
})
