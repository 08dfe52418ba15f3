import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { OutboxResponse } from '../../src/api/letter-responses.ts'
import type { ApplicationResponse } from '../../src/api/responses.ts'
import { letters as letterNames } from '../../src/applications/outbox.ts'
import { type App, openApp } from '../support/app.ts'
import { type Desk, deskOf, type Json, json } from '../support/desk.ts'
import { cookiesOf, type Running, startServer, until } from '../support/server.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'

let smtp: Smtp
let server: Running
let desk: Desk

/** The desk of a server whose passcodes this mail server gets. */
const deskBehind = ({ request }: Running, mail: Smtp): Desk =>
  deskOf({
    request,
    signIn: async () => {
      const email = 'admin@example.com'
      await request('/api/auth/otp', json('POST', { email }))
      await mail.until(1)
      const otp = /\b(\d{6})\b/.exec(mail.delivered[0]?.mail.text ?? '')?.[1]
      return cookiesOf(await request('/api/auth/verify', json('POST', { email, otp })))
    },
  })

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startServer({ SMTP_URL: smtp.url })
  desk = deskBehind(server, smtp)
  await desk.session()
})
beforeEach(() => smtp.behave('take'))
afterAll(async () => {
  await server?.remove()
  await smtp?.close()
})

let people = 0
/** Submits an accelerator application with a new address. Returns its id and the address. */
async function apply(address?: string): Promise<{ readonly id: string; readonly email: string }> {
  people += 1
  const email = address ?? `nila.${people}@example.in`
  return { id: (await desk.apply('Accelerator', { email, founderName: `Nila ${people}` })).id, email }
}
const about = async (id: string): Promise<ApplicationResponse> => (await desk.call(`/api/applications/${id}`)).body
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
    const preview = await desk.call(`/api/applications/${id}/letters/pitch_invitation`, 'POST', {})
    const { letter } = preview.body
    expect(preview.status).toBe(200)
    expect(letter).toMatchObject({ to: email, subject: expect.stringContaining('pitch') })
    expect((await desk.call(`/api/applications/${id}`, 'PATCH', { status: 'pitch' })).status).toBe(200)
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
    expect((await desk.call(`/api/applications/${id}/messages/${sent}`)).body.letter).toEqual(letter)
  })

  it('is refused when there is none', async () => {
    const { id } = await apply()
    const nothing = await desk.call(`/api/applications/${id}/letters/passcode`, 'POST', {})
    expect([nothing.status, nothing.body.details]).toEqual([400, { letter: 'Unknown letter' }])
    expect((await desk.call('/api/applications/another/letters/approval', 'POST', {})).status).toBe(404)
    expect((await desk.call(`/api/applications/${id}/messages/another`)).status).toBe(404)
    const { path } = await desk.apply('Contact')
    const unconfirmed = await desk.call(`${path}/letters/confirmation`, 'POST', {})
    expect([unconfirmed.status, unconfirmed.body.error]).toEqual([404, 'This form is not confirmed by a letter.'])
    expect((await desk.call(`${path}/letters/rejection`, 'POST', {})).status).toBe(200)
  })

  it('has a preview for every invented applicant', async () => {
    const { letters } = (await desk.call('/api/letters')).body
    // Two about signing in, lost links, two for subscriptions, the morning letter, a committee’s link and reminder, a helper’s link, the choice of a
    // time, three about offers, a confirmation for three forms, and every other letter for each of the nine.
    expect(letters).toHaveLength(2 + 1 + 2 + 1 + 4 + 3 + 3 + (letterNames.length - 1) * 9)
    expect(new Set(letters.map(({ name }: Json) => name)).size).toBe(letters.length)
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
    const put = await desk.call(`/api/applications/${id}/address`, 'POST', {
      email: ` ${email} `,
      from: 'mistyped@gmial.example',
    })
    expect([put.status, put.body.application.applicant_email]).toEqual([200, email])
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
      expect((await desk.call(`/api/applications?${query}`)).body.total, query).toBe(total)
    expect((await desk.call('/api/outbox')).body.parked).toEqual([])
    // Letters of decisions go there too.
    await desk.call(`/api/applications/${id}`, 'PATCH', { status: 'rejected' })
    await until('the rejection', () => (deliveredTo(email).length === 2 ? true : undefined))
  })

  it('gets the sent confirmation again on request; another correction reverts it', async () => {
    const { id, email } = await apply()
    await whenLetters(id, [['confirmation', 'sent', '']])
    const right = `right.${email}`
    expect((await desk.call(`/api/applications/${id}/address`, 'POST', { email: right })).status).toBe(200)
    expect(await lettersOf(id)).toEqual([['confirmation', 'sent', '']])
    expect((await desk.call(`/api/applications/${id}/address`, 'POST', { email, again: [] })).status).toBe(200)
    const again = { email: right, again: ['confirmation', 'confirmation', 'approval'] }
    expect((await desk.call(`/api/applications/${id}/address`, 'POST', again)).status).toBe(200)
    await whenLetters(id, [
      ['confirmation', 'sent', ''],
      ['confirmation', 'sent', ''],
    ])
    expect([deliveredTo(email).length, deliveredTo(right).length]).toEqual([1, 1])
    const went = await Promise.all(
      ((await about(id)).messages ?? []).map(({ id: message }) => desk.call(`/api/applications/${id}/messages/${message}`)),
    )
    expect(went.map(({ body }) => body.letter.to)).toEqual([email, right])
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
    const refused = await desk.call(`/api/applications/${id}/address`, 'POST', body)
    expect([refused.status, refused.body.details]).toEqual([status, details])
    expect((await about(id)).history).toHaveLength(1)
  })

  it('is not changed to itself, over a later change, or without a session', async () => {
    const { id, email } = await apply()
    const same = await desk.call(`/api/applications/${id}/address`, 'POST', { email })
    expect([same.status, same.body.details]).toEqual([400, { email: 'The application already has this address' }])
    const late = await desk.call(`/api/applications/${id}/address`, 'POST', {
      email: 'a@b.example',
      from: 'older@b.example',
    })
    expect([late.status, late.body.error]).toEqual([409, `The address has been changed: it is now ${email}.`])
    expect((await desk.call('/api/applications/another/address', 'POST', { email: 'a@b.example' })).status).toBe(404)
    const stranger = await fetch(`${server.url}/api/applications/${id}/address`, { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
  })
})

describe('a message that the admin writes', () => {
  const text = 'Dear Nila,\n\nis <b>2 < 3</b> for you?\nWrite to me.\r\n\r\n\r\nMeena'

  const write = (id: string, message: unknown, key?: string) =>
    desk.call(`/api/applications/${id}/message`, 'POST', message, key === undefined ? {} : { 'idempotency-key': key })
  const written = async (id: string) => (await about(id)).messages?.filter(({ letter }) => letter === 'written') ?? []

  it('is sent as written, is in the history, and can be read there', async () => {
    const { id, email } = await apply()
    const sent = await write(id, { subject: ' A question\r\nBcc: x@y.example', text })
    expect(sent).toEqual({ status: 200, body: { success: true, revision: 1, undoFor: 0 } })
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
    const { letter } = (await desk.call(`/api/applications/${id}/messages/${message?.id}`)).body
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
    expect((await write(id, message, 'one')).body).toEqual({ success: true, revision: 1, undoFor: 0 })
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
    expect([refused.status, refused.body.error]).toEqual([
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
    const { parked } = (await desk.call('/api/outbox')).body
    const [message] = parked.filter(({ application_id }: Json) => application_id === id)
    expect(message).toMatchObject({ letter: 'written', subject: 'Refused', last_fault: refusal })
    smtp.behave('take')
    await desk.call(`/api/outbox/${message?.id}/retry`, 'POST')
    const again = await desk.call(`/api/outbox/${message?.id}/retry`, 'POST')
    expect([again.status, again.body.error]).toEqual([404, 'It is queued already, or does not exist any more.'])
    await until('the message', () => deliveredTo(email).find(({ subject }) => subject === 'Refused'))
  })

  it('that was refused is sent to the corrected address', async () => {
    smtp.behave((to) => (to.startsWith('wrong.') ? 'refuse' : 'take'))
    const { id } = await apply('wrong.writing@example.in')
    await write(id, { subject: 'Where are you?', text })
    await until('the refusals', async () => ((await lettersOf(id)).every(([, state]) => state === 'parked') ? true : undefined))
    await desk.call(`/api/applications/${id}/address`, 'POST', { email: 'right.writing@example.in' })
    await until('the message', () => deliveredTo('right.writing@example.in').find(({ subject }) => subject === 'Where are you?'))
  })

  it('that was accepted is sent even when the server is killed before', async () => {
    const mail = await startSmtp()
    const killed = await startServer({ SMTP_URL: mail.url, DECISION_HOLD_S: '1' })
    try {
      const own = deskBehind(killed, mail)
      await own.session()
      const { path } = await own.apply('Contact')
      expect((await own.call(`${path}/message`, 'POST', { subject: 'Kept', text })).status).toBe(200)
      await killed.stop('SIGKILL')
      const isKept = (sent: (typeof mail.delivered)[number]): boolean => sent.mail.subject === 'Kept'
      expect(mail.delivered.filter(isKept)).toEqual([])
      await killed.start()
      await until('the message', () => mail.delivered.find(isKept))
    } finally {
      await killed.remove()
      await mail.close()
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
    const refused = await desk.call(`/api/applications/${id}/message`, 'POST', body)
    expect([refused.status, refused.body.details]).toEqual([400, details])
    expect((await desk.call('/api/applications/another/message', 'POST', { subject: 's', text: 't' })).status).toBe(404)
  })
})

describe('mail that is not sent', () => {
  it('is reported with start, reason and count, and retried on request', async () => {
    const app = await openApp()
    onTestFinished(() => app.remove())
    const outbox = async (): Promise<OutboxResponse> => (await app.call('/api/outbox')).body
    await app.apply()
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
    expect(await app.call('/api/outbox/wake', 'POST')).toEqual({ status: 200, body: { success: true, woken: 1 } })
    const [again] = await app.storage.outbox.claim(['mail.letter'], 1, now(), later(1))
    if (again === undefined) throw new Error('no entry was due after the retry')
    await app.storage.outbox.settle(again, { kind: 'sent' }, now(), undefined)
    expect(await outbox()).toMatchObject({ failingSince: null, lastFault: '', failing: 0 })
  })
})

describe('a message within its hold', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.remove())

  const contact = async () => (await app.apply('Contact')).id
  const now = () => new Date(app.clock.ms)
  const claim = () => app.storage.outbox.claim(['mail.letter'], 100, now(), new Date(app.clock.ms + 60_000))
  const message = { subject: 'A question', text: 'Is it you?' }

  it('is undone: it is never sent, and the history shows the undo', async () => {
    const id = await contact()
    const sent = await app.call(`/api/applications/${id}/message`, 'POST', message)
    expect(sent).toMatchObject({ status: 200, body: { revision: 1, undoFor: 10 } })
    const undone = await app.call(`/api/applications/${id}/undo`, 'POST', { revision: sent.body.revision })
    expect([undone.status, undone.body.application.revision]).toEqual([200, 2])
    app.clock.ms += 11_000
    expect(await claim()).toEqual([])
    const { messages = [], history = [] } = (await app.call(`/api/applications/${id}`)).body
    expect(messages.map(({ letter, state }: Json) => [letter, state])).toEqual([['written', 'cancelled']])
    expect(history.at(-1)?.event).toMatchObject({ what: 'undone', undid: 'written', subject: 'A question' })
    const again = await app.call(`/api/applications/${id}/undo`, 'POST', { revision: sent.body.revision })
    expect(again.status).toBe(409)
  })

  it('during its sending cannot be undone, and the history shows no undo', async () => {
    const id = await contact()
    const { revision } = (await app.call(`/api/applications/${id}/message`, 'POST', message)).body
    app.clock.ms += 11_000
    expect((await claim()).filter(({ applicationId }) => applicationId === id)).toHaveLength(1)
    const late = await app.call(`/api/applications/${id}/undo`, 'POST', { revision })
    expect([late.status, late.body.error]).toEqual([409, 'It is too late to undo this: the message is on its way.'])
    expect((await app.call(`/api/applications/${id}`)).body.history).toHaveLength(2)
  })

  it('stays after a decision and its undo', async () => {
    const id = await contact()
    await app.call(`/api/applications/${id}/message`, 'POST', message)
    await app.call(`/api/applications/${id}`, 'PATCH', { status: 'pitch' })
    await app.call(`/api/applications/${id}`, 'PATCH', { status: 'approved' })
    await app.call(`/api/applications/${id}/undo`, 'POST')
    const { messages = [] } = (await app.call(`/api/applications/${id}`)).body
    expect(messages.find(({ letter }: Json) => letter === 'written')?.state).toBe('waiting')
  })

  it('is sent with its text when the application is deleted permanently', async () => {
    const id = await contact()
    await app.call(`/api/applications/${id}/message`, 'POST', message)
    const { messages = [] } = (await app.call(`/api/applications/${id}`)).body
    expect(messages).toHaveLength(1)
    expect((await app.call(`/api/applications/${id}`, 'DELETE')).status).toBe(200)
    app.clock.ms += 11_000
    expect((await claim()).filter(({ applicationId }) => applicationId === id)).toEqual([])
    expect(await app.storage.applications.purge(now())).toBe(1)
    expect((await app.call(`/api/applications/${id}/messages/${messages[0]?.id}`)).status).toBe(404)
    expect((await app.call(`/api/applications/${id}/undo`, 'POST')).status).toBe(404)
  })
})
