import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LetterResponse, LettersResponse, OutboxResponse } from '../../src/api/letter-responses.ts'
import type { ApplicationResponse, ListResponse } from '../../src/api/responses.ts'
import { letters as letterNames } from '../../src/applications/outbox.ts'
import { answers as answersFor, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { cookiesOf, type Running, startServer, until } from '../support/server.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'

let smtp: Smtp
let server: Running
let cookie: string

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startServer({ SMTP_URL: smtp.url })
  await send('POST', '/api/auth/otp', { email: 'admin@example.com' })
  await smtp.until(1)
  const otp = /\b(\d{6})\b/.exec(smtp.delivered[0]?.mail.text ?? '')?.[1]
  cookie = cookiesOf(await send('POST', '/api/auth/verify', { email: 'admin@example.com', otp }))
})
beforeEach(() => smtp.behave('take'))
afterAll(async () => {
  await server?.remove()
  await smtp?.close()
})

const send = (method: string, route: string, body?: unknown): Promise<Response> =>
  fetch(server.url + route, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
const request = async <Body>(method: string, route: string, body?: unknown): Promise<{ status: number } & Body> => {
  const response = await send(method, route, body)
  return { status: response.status, ...((await response.json()) as Body) }
}
type Refused = { readonly error: string; readonly details?: Readonly<Record<string, string>> }

let people = 0
/** Submits an accelerator application with a new address. Returns its id and the address. */
async function apply(address?: string): Promise<{ readonly id: string; readonly email: string }> {
  people += 1
  const email = address ?? `nila.${people}@example.in`
  const response = await fetch(
    `${server.url}/api/submit-application`,
    submission('Accelerator', { ...answersFor('Accelerator'), email, founderName: `Nila ${people}` }),
  )
  expect(response.status).toBe(201)
  return { id: ((await response.json()) as { applicationId: string }).applicationId, email }
}
const about = (id: string) => request<ApplicationResponse>('GET', `/api/applications/${id}`)
const lettersOf = async (id: string) =>
  ((await about(id)).messages ?? []).map(({ letter, state, last_fault }) => [letter, state, last_fault])
const whenLetters = (id: string, expected: readonly (readonly string[])[]) =>
  until(`letters ${JSON.stringify(expected)}`, async () =>
    JSON.stringify(await lettersOf(id)) === JSON.stringify(expected) ? true : undefined,
  )
const deliveredTo = (address: string) => smtp.delivered.filter(({ to }) => to[0] === address).map(({ mail }) => mail)

const refusal = '550 5.1.1 No such user here'

describe('a letter before it is sent', () => {
  it('is the one that is sent, word for word', async () => {
    const { id, email } = await apply()
    const { status, letter } = await request<LetterResponse>('POST', `/api/applications/${id}/letters/pitch_invitation`, {})
    expect(status).toBe(200)
    expect(letter).toMatchObject({ to: email, subject: expect.stringContaining('pitch') })
    expect((await send('PATCH', `/api/applications/${id}`, { status: 'pitch' })).status).toBe(200)
    const mail = await until('the invitation', () => deliveredTo(email).find(({ subject }) => subject === letter.subject))
    // The admin must not act as the applicant, so at the desk the links lead to the form for a lost link.
    const secret = new RegExp(`(?<=/my)(?:/stop)?/${id}\\.[\\w-]{22}`, 'g')
    expect(mail.text?.match(secret)).toHaveLength(2)
    expect(mail.html?.replace(secret, '').trimEnd()).toBe(letter.html.trimEnd())
    expect(mail.text?.replace(secret, '').trimEnd()).toBe(letter.text.trimEnd())
    await whenLetters(id, [
      ['confirmation', 'sent', ''],
      ['pitch_invitation', 'sent', ''],
    ])
    const sent = (await about(id)).messages?.[1]?.id
    expect((await request<LetterResponse>('GET', `/api/applications/${id}/messages/${sent}`)).letter).toEqual(letter)
  })

  it('is refused when there is none', async () => {
    const { id } = await apply()
    const nothing = await request<Refused>('POST', `/api/applications/${id}/letters/passcode`, {})
    expect([nothing.status, nothing.details]).toEqual([400, { letter: 'Unknown letter' }])
    expect((await send('POST', '/api/applications/another/letters/approval', {})).status).toBe(404)
    expect((await send('GET', `/api/applications/${id}/messages/another`)).status).toBe(404)
    const formAnswers = { ...answersFor('Contact'), email: `asks.${id}@example.in` }
    const contact = await fetch(`${server.url}/api/submit-application`, submission('Contact', formAnswers))
    const { applicationId } = (await contact.json()) as { applicationId: string }
    const unconfirmed = await request<Refused>('POST', `/api/applications/${applicationId}/letters/confirmation`, {})
    expect([unconfirmed.status, unconfirmed.error]).toEqual([404, 'This form is not confirmed by a letter.'])
    expect((await send('POST', `/api/applications/${applicationId}/letters/rejection`, {})).status).toBe(200)
  })

  it('has a preview for every invented applicant', async () => {
    const { letters } = await request<LettersResponse>('GET', '/api/letters')
    // Two about signing in, lost links, two for subscriptions, the morning letter, a committee’s link and reminder, a helper’s link, the choice of a
    // time, three about offers, a confirmation for three forms, and every other letter for each of the nine.
    expect(letters).toHaveLength(2 + 1 + 2 + 1 + 4 + 3 + 3 + (letterNames.length - 1) * 9)
    expect(new Set(letters.map(({ name }) => name)).size).toBe(letters.length)
    for (const { name, subject, html, text } of letters) {
      expect(`${subject}${text}`, name).not.toMatch(/\{\w+\}|undefined|\[object/)
      expect(html, name).toContain('<!doctype html>')
    }
  })
})

describe('an address that was mistyped', () => {
  it('is corrected: a refused message is sent to the new one, and search finds it', async () => {
    smtp.behave((to) => (to.endsWith('@gmial.example') ? 'refuse' : 'take'))
    const { id } = await apply('mistyped@gmial.example')
    await whenLetters(id, [['confirmation', 'parked', refusal]])
    const email = 'mistyped@gmail.example'
    const put = await request<ApplicationResponse>('POST', `/api/applications/${id}/address`, {
      email: ` ${email} `,
      from: 'mistyped@gmial.example',
    })
    expect([put.status, put.application.applicant_email]).toEqual([200, email])
    const [mail] = await until('the confirmation', () => (deliveredTo(email).length > 0 ? deliveredTo(email) : undefined))
    expect(mail?.subject).toMatch(/^We have your accelerator application/)
    await whenLetters(id, [
      ['confirmation', 'cancelled', refusal],
      ['confirmation', 'sent', ''],
    ])
    const { messages = [], history = [] } = await about(id)
    expect(mail?.messageId).toBe(`<${messages[1]?.id}@kolam.example>`)
    expect(messages[0]?.id).not.toBe(messages[1]?.id)
    expect(history.at(-1)).toMatchObject({
      by: 'admin@example.com',
      event: { what: 'readdressed', from: 'mistyped@gmial.example', to: email },
    })
    for (const [query, total] of [
      [`email=${email}`, 1],
      ['email=mistyped@gmial.example', 0],
      ['q=mistyped+gmail.example', 1],
    ] as const)
      expect((await request<ListResponse>('GET', `/api/applications?${query}`)).total, query).toBe(total)
    expect((await request<OutboxResponse>('GET', '/api/outbox')).parked).toEqual([])
    // Letters of decisions go there too.
    await send('PATCH', `/api/applications/${id}`, { status: 'rejected' })
    await until('the rejection', () => (deliveredTo(email).length === 2 ? true : undefined))
  })

  it('gets the sent confirmation again on request; another correction reverts it', async () => {
    const { id, email } = await apply()
    await whenLetters(id, [['confirmation', 'sent', '']])
    const right = `right.${email}`
    expect((await send('POST', `/api/applications/${id}/address`, { email: right })).status).toBe(200)
    expect(await lettersOf(id)).toEqual([['confirmation', 'sent', '']])
    expect((await send('POST', `/api/applications/${id}/address`, { email, again: [] })).status).toBe(200)
    const again = { email: right, again: ['confirmation', 'confirmation', 'approval'] }
    expect((await send('POST', `/api/applications/${id}/address`, again)).status).toBe(200)
    await whenLetters(id, [
      ['confirmation', 'sent', ''],
      ['confirmation', 'sent', ''],
    ])
    expect([deliveredTo(email).length, deliveredTo(right).length]).toEqual([1, 1])
    const went = await Promise.all(
      ((await about(id)).messages ?? []).map(({ id: message }) =>
        request<LetterResponse>('GET', `/api/applications/${id}/messages/${message}`),
      ),
    )
    expect(went.map(({ letter }) => letter.to)).toEqual([email, right])
  })

  it.each([
    [{}, 400, { email: 'Please enter a valid email address' }],
    [{ email: 'a@b.example, c@d.example' }, 400, { email: 'Please enter a valid email address' }],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 400, { email: 'Please enter a valid email address' }],
    [{ email: 'a@b.example', again: ['passcode'] }, 400, { again: 'Unknown letter' }],
    [{ email: 'a@b.example', again: 'confirmation' }, 400, { again: 'Unknown letter' }],
    [{ email: 'a@b.example', from: 7 }, 400, { from: 'The previous address must be text' }],
  ])('refuses %j', async (body, status, details) => {
    const { id } = await apply()
    const refused = await request<Refused>('POST', `/api/applications/${id}/address`, body)
    expect([refused.status, refused.details]).toEqual([status, details])
    expect((await about(id)).history).toHaveLength(1)
  })

  it('is not changed to itself, over a later change, or without a session', async () => {
    const { id, email } = await apply()
    const same = await request<Refused>('POST', `/api/applications/${id}/address`, { email })
    expect([same.status, same.details]).toEqual([400, { email: 'The application already has this address' }])
    const late = await request<Refused>('POST', `/api/applications/${id}/address`, {
      email: 'a@b.example',
      from: 'older@b.example',
    })
    expect([late.status, late.error]).toEqual([409, `The address has been changed: it is now ${email}.`])
    expect((await send('POST', '/api/applications/another/address', { email: 'a@b.example' })).status).toBe(404)
    const stranger = await fetch(`${server.url}/api/applications/${id}/address`, { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
  })
})

describe('a message that the admin writes', () => {
  const text = 'Dear Nila,\n\nis <b>2 < 3</b> for you?\nWrite to me.\r\n\r\n\r\nMeena'

  const write = (id: string, message: unknown, key?: string) =>
    fetch(`${server.url}/api/applications/${id}/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...(key !== undefined && { 'idempotency-key': key }) },
      body: JSON.stringify(message),
    })
  const written = async (id: string) => (await about(id)).messages?.filter(({ letter }) => letter === 'written') ?? []

  it('is sent as written, is in the history, and can be read there', async () => {
    const { id, email } = await apply()
    const sent = await write(id, { subject: ' A question\r\nBcc: x@y.example', text })
    expect([sent.status, await sent.json()]).toEqual([200, { success: true, revision: 1, undoFor: 0 }])
    const mail = await until('the message', () => deliveredTo(email).find(({ subject }) => subject?.startsWith('A question')))
    expect(mail.subject).toBe('A question Bcc: x@y.example')
    expect(mail.text).toContain('is <b>2 < 3</b> for you?\nWrite to me.')
    expect(mail.html).toContain('<p>is &lt;b&gt;2 &lt; 3&lt;/b&gt; for you?<br>Write to me.</p>\n<p>Meena</p>')
    expect(smtp.tried.filter((to) => to === 'x@y.example')).toEqual([])
    expect((await about(id)).history?.at(-1)).toMatchObject({ by: 'admin@example.com', event: { what: 'written' } })
    const [message] = await until('the mark', async () =>
      (await written(id))[0]?.state === 'sent' ? await written(id) : undefined,
    )
    expect(mail.messageId).toBe(`<${message?.id}@kolam.example>`)
    const { letter } = await request<LetterResponse>('GET', `/api/applications/${id}/messages/${message?.id}`)
    expect([letter.to, letter.subject, letter.text.trimEnd(), letter.html.trimEnd()]).toEqual([
      email,
      mail.subject,
      mail.text?.trimEnd(),
      mail.html?.trimEnd(),
    ])
  })

  it('is sent once for any number of calls under one key', async () => {
    const { id, email } = await apply()
    const message = { subject: 'Once', text }
    const responses = await Promise.all(['one', 'one', 'one'].map((key) => write(id, message, key)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    await until('the message', () => deliveredTo(email).find(({ subject }) => subject === 'Once'))
    expect(await (await write(id, message, 'one')).json()).toEqual({ success: true, revision: 1, undoFor: 0 })
    expect((await write(id, message, 'two')).status).toBe(200)
    await until('the second message', () =>
      deliveredTo(email).filter(({ subject }) => subject === 'Once').length === 2 ? true : undefined,
    )
    expect((await about(id)).history?.map(({ event }) => event.what)).toEqual(['submitted', 'written', 'written'])
  })

  it('under a key with other text is refused, and nothing is sent', async () => {
    const { id } = await apply()
    await write(id, { subject: 'A', text }, 'key')
    const refused = await write(id, { subject: 'A', text: 'Other words' }, 'key')
    expect([refused.status, ((await refused.json()) as Refused).error]).toEqual([
      422,
      'An earlier version of this message was already accepted: the history shows it.',
    ])
    expect((await write(id, { subject: 'A', text }, 'no\tkey')).status).toBe(422)
    expect(await written(id)).toHaveLength(1)
  })

  it('refused by the mail server is shown with its response, and can be sent again', async () => {
    const { id, email } = await apply()
    await whenLetters(id, [['confirmation', 'sent', '']])
    smtp.behave('refuse')
    expect((await write(id, { subject: 'Refused', text })).status).toBe(200)
    await whenLetters(id, [
      ['confirmation', 'sent', ''],
      ['written', 'parked', refusal],
    ])
    const { parked } = await request<OutboxResponse>('GET', '/api/outbox')
    const [message] = parked.filter(({ application_id }) => application_id === id)
    expect(message).toMatchObject({ letter: 'written', subject: 'Refused', last_fault: refusal })
    smtp.behave('take')
    await send('POST', `/api/outbox/${message?.id}/retry`)
    const again = await request<Refused>('POST', `/api/outbox/${message?.id}/retry`)
    expect([again.status, again.error]).toEqual([404, 'It is queued already, or does not exist any more.'])
    await until('the message', () => deliveredTo(email).find(({ subject }) => subject === 'Refused'))
  })

  it('that was refused is sent to the corrected address', async () => {
    smtp.behave((to) => (to.startsWith('wrong.') ? 'refuse' : 'take'))
    const { id } = await apply('wrong.writing@example.in')
    await write(id, { subject: 'Where are you?', text })
    await until('the refusals', async () => ((await lettersOf(id)).every(([, state]) => state === 'parked') ? true : undefined))
    await send('POST', `/api/applications/${id}/address`, { email: 'right.writing@example.in' })
    await until('the message', () => deliveredTo('right.writing@example.in').find(({ subject }) => subject === 'Where are you?'))
  })

  it('that was accepted is sent even when the server is killed before', async () => {
    const own = await startSmtp()
    const killed = await startServer({ SMTP_URL: own.url, DECISION_HOLD_S: '1' })
    try {
      const post = (route: string, body: unknown, as = '') =>
        fetch(killed.url + route, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: as },
          body: JSON.stringify(body),
        })
      await post('/api/auth/otp', { email: 'admin@example.com' })
      await own.until(1)
      const otp = /\b(\d{6})\b/.exec(own.delivered[0]?.mail.text ?? '')?.[1]
      const as = cookiesOf(await post('/api/auth/verify', { email: 'admin@example.com', otp }))
      const applied = await fetch(`${killed.url}/api/submit-application`, submission('Contact', answersFor('Contact')))
      const { applicationId } = (await applied.json()) as { applicationId: string }
      expect((await post(`/api/applications/${applicationId}/message`, { subject: 'Kept', text }, as)).status).toBe(200)
      await killed.stop('SIGKILL')
      const isKept = ({ mail }: (typeof own.delivered)[number]): boolean => mail.subject === 'Kept'
      expect(own.delivered.filter(isKept)).toEqual([])
      await killed.start()
      await until('the message', () => own.delivered.find(isKept))
    } finally {
      await killed.remove()
      await own.close()
    }
  })

  it.each([
    [{}, { subject: 'Subject is required', text: 'Message is required' }],
    [
      { subject: ' ', text: 7 },
      { subject: 'Subject is required', text: 'Message is required' },
    ],
    [
      { subject: 's'.repeat(201), text: 't'.repeat(50_001) },
      { subject: 'The subject can have 200 characters at most', text: 'The message can have 50,000 characters at most' },
    ],
  ])('refuses one that cannot be sent', async (body, details) => {
    const { id } = await apply()
    const refused = await request<Refused>('POST', `/api/applications/${id}/message`, body)
    expect([refused.status, refused.details]).toEqual([400, details])
    expect((await send('POST', '/api/applications/another/message', { subject: 's', text: 't' })).status).toBe(404)
  })
})

describe('mail that is not sent', () => {
  let app: App
  let session: string
  beforeAll(async () => {
    app = await openApp()
    const post = (route: string, body: unknown) =>
      app.request(route, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    await post('/api/auth/otp', { email: 'admin@example.com' })
    session = cookiesOf(await post('/api/auth/verify', { email: 'admin@example.com', otp: app.passcodes[0] }))
  })
  afterAll(() => app?.remove())

  it('is reported with start, reason and count, and retried on request', async () => {
    const outbox = async () =>
      (await app.request('/api/outbox', { headers: { cookie: session } })).json() as Promise<OutboxResponse>
    await app.request('/api/submit-application', submission('Accelerator', answersFor('Accelerator')))
    expect(await outbox()).toMatchObject({ failingSince: null, lastFault: '', failing: 0, waiting: 1, version: '0.0.0' })
    const now = () => new Date(app.clock.ms)
    const later = (minutes: number) => new Date(app.clock.ms + minutes * 60_000)
    const [entry] = await app.storage.outbox.claim(['mail.letter'], 1, now(), later(1))
    if (entry === undefined) throw new Error('no entry was due')
    const fault = '535 5.7.8 Authentication credentials invalid'
    await app.storage.outbox.settle(entry, { kind: 'failed', fault }, now(), later(30))
    const since = now().toISOString()
    app.clock.ms += 20 * 60_000
    expect(await outbox()).toMatchObject({ failingSince: since, lastFault: fault, failing: 1 })
    expect(await app.storage.outbox.claim(['mail.letter'], 1, now(), later(1))).toEqual([])
    const woken = await app.request('/api/outbox/wake', { method: 'POST', headers: { cookie: session } })
    expect([woken.status, await woken.json()]).toEqual([200, { success: true, woken: 1 }])
    const [again] = await app.storage.outbox.claim(['mail.letter'], 1, now(), later(1))
    if (again === undefined) throw new Error('no entry was due after the retry')
    await app.storage.outbox.settle(again, { kind: 'sent' }, now(), undefined)
    expect(await outbox()).toMatchObject({ failingSince: null, lastFault: '', failing: 0 })
  })
})

describe('a message within its hold', () => {
  let app: App
  let session: string
  beforeAll(async () => {
    app = await openApp()
    const post = (route: string, body: unknown) =>
      app.request(route, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const otpResponse = await post('/api/auth/otp', { email: 'admin@example.com' })
    session = cookiesOf(otpResponse)
    const verified = await app.request('/api/auth/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: session },
      body: JSON.stringify({ email: 'admin@example.com', otp: app.passcodes[0] }),
    })
    session = [session, cookiesOf(verified)].filter((header) => header !== '').join('; ')
  })
  afterAll(() => app?.remove())

  const call = async <Body>(method: string, route: string, body?: unknown): Promise<{ status: number } & Body> => {
    const headers = { cookie: session, 'content-type': 'application/json' }
    const response = await app.request(route, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    return { status: response.status, ...((await response.json()) as Body) }
  }
  let contacts = 0
  const contact = async () => {
    contacts += 1
    const formAnswers = { ...answersFor('Contact'), email: `waits.${contacts}@example.in` }
    const response = await app.request('/api/submit-application', submission('Contact', formAnswers))
    return ((await response.json()) as { applicationId: string }).applicationId
  }
  const now = () => new Date(app.clock.ms)
  const claim = () => app.storage.outbox.claim(['mail.letter'], 100, now(), new Date(app.clock.ms + 60_000))
  const message = { subject: 'A question', text: 'Is it you?' }

  it('is undone: it is never sent, and the history shows the undo', async () => {
    const id = await contact()
    const sent = await call<{ revision: number; undoFor: number }>('POST', `/api/applications/${id}/message`, message)
    expect(sent).toMatchObject({ status: 200, revision: 1, undoFor: 10 })
    const undone = await call<ApplicationResponse>('POST', `/api/applications/${id}/undo`, { revision: sent.revision })
    expect([undone.status, undone.application.revision]).toEqual([200, 2])
    app.clock.ms += 11_000
    expect(await claim()).toEqual([])
    const { messages = [], history = [] } = await call<ApplicationResponse>('GET', `/api/applications/${id}`)
    expect(messages.map(({ letter, state }) => [letter, state])).toEqual([['written', 'cancelled']])
    expect(history.at(-1)?.event).toMatchObject({ what: 'undone', undid: 'written', subject: 'A question' })
    const again = await call<Refused>('POST', `/api/applications/${id}/undo`, { revision: sent.revision })
    expect(again.status).toBe(409)
  })

  it('during its sending cannot be undone, and the history shows no undo', async () => {
    const id = await contact()
    const { revision } = await call<{ revision: number }>('POST', `/api/applications/${id}/message`, message)
    app.clock.ms += 11_000
    expect((await claim()).filter(({ applicationId }) => applicationId === id)).toHaveLength(1)
    const late = await call<Refused>('POST', `/api/applications/${id}/undo`, { revision })
    expect([late.status, late.error]).toEqual([409, 'It is too late to undo this: the message is on its way.'])
    expect((await call<ApplicationResponse>('GET', `/api/applications/${id}`)).history).toHaveLength(2)
  })

  it('stays after a decision and its undo', async () => {
    const id = await contact()
    await call('POST', `/api/applications/${id}/message`, message)
    await call('PATCH', `/api/applications/${id}`, { status: 'pitch' })
    await call('PATCH', `/api/applications/${id}`, { status: 'approved' })
    await call('POST', `/api/applications/${id}/undo`)
    const { messages = [] } = await call<ApplicationResponse>('GET', `/api/applications/${id}`)
    expect(messages.find(({ letter }) => letter === 'written')?.state).toBe('waiting')
  })

  it('is sent with its text when the application is deleted permanently', async () => {
    const id = await contact()
    await call('POST', `/api/applications/${id}/message`, message)
    const { messages = [] } = await call<ApplicationResponse>('GET', `/api/applications/${id}`)
    expect(messages).toHaveLength(1)
    expect((await call('DELETE', `/api/applications/${id}`)).status).toBe(200)
    app.clock.ms += 11_000
    expect((await claim()).filter(({ applicationId }) => applicationId === id)).toEqual([])
    expect(await app.storage.applications.purge(now())).toBe(1)
    expect((await call('GET', `/api/applications/${id}/messages/${messages[0]?.id}`)).status).toBe(404)
    expect((await call('POST', `/api/applications/${id}/undo`)).status).toBe(404)
  })
})
