import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApplicationReply, LetterReply, LettersReply, ListReply, OutboxReply } from '../../src/api/replies.ts'
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

const send = (method: string, place: string, body?: unknown): Promise<Response> =>
  fetch(server.url + place, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
const say = async <Reply>(method: string, place: string, body?: unknown): Promise<{ status: number } & Reply> => {
  const response = await send(method, place, body)
  return { status: response.status, ...((await response.json()) as Reply) }
}
type Refused = { readonly error: string; readonly details?: Readonly<Record<string, string>> }

let people = 0
/** Applies to the accelerator from an address that nobody else here has; its id and the address. */
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
const about = (id: string) => say<ApplicationReply>('GET', `/api/applications/${id}`)
const lettersOf = async (id: string) =>
  ((await about(id)).messages ?? []).map(({ letter, state, last_fault }) => [letter, state, last_fault])
const whenLetters = (id: string, expected: readonly (readonly string[])[]) =>
  until(`letters ${JSON.stringify(expected)}`, async () =>
    JSON.stringify(await lettersOf(id)) === JSON.stringify(expected) ? true : undefined,
  )
const deliveredTo = (address: string) => smtp.delivered.filter(({ to }) => to[0] === address).map(({ mail }) => mail)

const refusal = '550 5.1.1 No such user here'

describe('a letter before it goes', () => {
  it('is the one that goes, word for word', async () => {
    const { id, email } = await apply()
    const { status, letter } = await say<LetterReply>('GET', `/api/applications/${id}/letters/pitch_invitation`)
    expect(status).toBe(200)
    expect(letter).toMatchObject({ to: email, subject: expect.stringContaining('pitch') })
    expect((await send('PATCH', `/api/applications/${id}`, { status: 'pitch' })).status).toBe(200)
    const mail = await until('the invitation', () => deliveredTo(email).find(({ subject }) => subject === letter.subject))
    expect(mail.html?.trimEnd()).toBe(letter.html.trimEnd())
    expect(mail.text?.trimEnd()).toBe(letter.text.trimEnd())
    await whenLetters(id, [
      ['confirmation', 'sent', ''],
      ['pitch_invitation', 'sent', ''],
    ])
    const sent = (await about(id)).messages?.[1]?.id
    expect((await say<LetterReply>('GET', `/api/applications/${id}/messages/${sent}`)).letter).toEqual(letter)
  })

  it('is refused where there is none', async () => {
    const { id } = await apply()
    const nothing = await say<Refused>('GET', `/api/applications/${id}/letters/passcode`)
    expect([nothing.status, nothing.details]).toEqual([400, { letter: 'There is no such letter' }])
    expect((await send('GET', '/api/applications/another/letters/approval')).status).toBe(404)
    expect((await send('GET', `/api/applications/${id}/messages/another`)).status).toBe(404)
    const asked = { ...answersFor('Contact'), email: `asks.${id}@example.in` }
    const contact = await fetch(`${server.url}/api/submit-application`, submission('Contact', asked))
    const { applicationId } = (await contact.json()) as { applicationId: string }
    const unconfirmed = await say<Refused>('GET', `/api/applications/${applicationId}/letters/confirmation`)
    expect([unconfirmed.status, unconfirmed.error]).toEqual([404, 'This form is not confirmed by a letter.'])
    expect((await send('GET', `/api/applications/${applicationId}/letters/rejection`)).status).toBe(200)
  })

  it('can be looked at with invented applicants, every one of them', async () => {
    const { letters } = await say<LettersReply>('GET', '/api/letters')
    // A passcode, a confirmation for the three forms that have one, four letters of decision for each of the nine.
    expect(letters).toHaveLength(1 + 3 + 4 * 9)
    expect(new Set(letters.map(({ name }) => name)).size).toBe(letters.length)
    for (const { name, subject, html, text } of letters) {
      expect(`${subject}${text}`, name).not.toMatch(/\{\w+\}|undefined|\[object/)
      expect(html, name).toContain('<!doctype html>')
    }
  })
})

describe('an address that was mistyped', () => {
  it('is put right: what was refused goes to the new one as a new message, and the application is found by it', async () => {
    smtp.behave((to) => (to.endsWith('@gmial.example') ? 'refuse' : 'take'))
    const { id } = await apply('mistyped@gmial.example')
    await whenLetters(id, [['confirmation', 'parked', refusal]])
    const email = 'mistyped@gmail.example'
    const put = await say<ApplicationReply>('POST', `/api/applications/${id}/address`, {
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
      expect((await say<ListReply>('GET', `/api/applications?${query}`)).total, query).toBe(total)
    expect((await say<OutboxReply>('GET', '/api/outbox')).parked).toEqual([])
    // Decisions go there, too.
    await send('PATCH', `/api/applications/${id}`, { status: 'rejected' })
    await until('the rejection', () => (deliveredTo(email).length === 2 ? true : undefined))
  })

  it('takes a confirmation that was sent along when asked, and shows where the first one went; correcting again is the way back', async () => {
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
        say<LetterReply>('GET', `/api/applications/${id}/messages/${message}`),
      ),
    )
    expect(went.map(({ letter }) => letter.to)).toEqual([email, right])
  })

  it.each([
    [{}, 400, { email: 'Please enter a valid email address' }],
    [{ email: 'a@b.example, c@d.example' }, 400, { email: 'Please enter a valid email address' }],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 400, { email: 'Please enter a valid email address' }],
    [{ email: 'a@b.example', again: ['passcode'] }, 400, { again: 'There is no such letter' }],
    [{ email: 'a@b.example', again: 'confirmation' }, 400, { again: 'There is no such letter' }],
    [{ email: 'a@b.example', from: 7 }, 400, { from: 'The address before must be text' }],
  ])('refuses %j', async (body, status, details) => {
    const { id } = await apply()
    const refused = await say<Refused>('POST', `/api/applications/${id}/address`, body)
    expect([refused.status, refused.details]).toEqual([status, details])
    expect((await about(id)).history).toHaveLength(1)
  })

  it('is not changed to itself, nor over the head of someone who changed it meanwhile, nor for nobody', async () => {
    const { id, email } = await apply()
    const same = await say<Refused>('POST', `/api/applications/${id}/address`, { email })
    expect([same.status, same.details]).toEqual([400, { email: 'This is the address that it has already' }])
    const late = await say<Refused>('POST', `/api/applications/${id}/address`, { email: 'a@b.example', from: 'older@b.example' })
    expect([late.status, late.error]).toEqual([409, `The address was changed meanwhile: it is ${email} now.`])
    expect((await send('POST', '/api/applications/another/address', { email: 'a@b.example' })).status).toBe(404)
    const stranger = await fetch(`${server.url}/api/applications/${id}/address`, { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
  })
})

describe('a message of the admin’s own', () => {
  const text = 'Dear Nila,\n\nis <b>2 < 3</b> for you?\nWrite to me.\r\n\r\n\r\nMeena'

  it('goes at once, as it was written, and into the history', async () => {
    const { id, email } = await apply()
    const sent = await say('POST', `/api/applications/${id}/message`, { subject: ' A question\r\nBcc: x@y.example', text })
    expect(sent).toEqual({ status: 200, success: true })
    const mail = await until('the message', () => deliveredTo(email).find(({ subject }) => subject?.startsWith('A question')))
    expect(mail.subject).toBe('A question Bcc: x@y.example')
    expect(mail.text).toContain('is <b>2 < 3</b> for you?\nWrite to me.')
    expect(mail.html).toContain('<p>is &lt;b&gt;2 &lt; 3&lt;/b&gt; for you?<br>Write to me.</p>\n<p>Meena</p>')
    expect(smtp.tried.filter((to) => to === 'x@y.example')).toEqual([])
    expect((await about(id)).history?.at(-1)).toMatchObject({ by: 'admin@example.com', event: { what: 'written' } })
  })

  it('that is refused says so in the server’s words, and stands in no history', async () => {
    const { id, email } = await apply()
    await whenLetters(id, [['confirmation', 'sent', '']])
    smtp.behave('refuse')
    const refused = await say<Refused>('POST', `/api/applications/${id}/message`, { subject: 'A question', text })
    expect([refused.status, refused.error]).toEqual([502, refusal])
    expect(deliveredTo(email)).toHaveLength(1)
    expect((await about(id)).history).toHaveLength(1)
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
    const refused = await say<Refused>('POST', `/api/applications/${id}/message`, body)
    expect([refused.status, refused.details]).toEqual([400, details])
    expect((await send('POST', '/api/applications/another/message', { subject: 's', text: 't' })).status).toBe(404)
  })
})

describe('mail that does not go out', () => {
  let app: App
  let session: string
  beforeAll(async () => {
    app = await openApp()
    const post = (place: string, body: unknown) =>
      app.request(place, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    await post('/api/auth/otp', { email: 'admin@example.com' })
    session = cookiesOf(await post('/api/auth/verify', { email: 'admin@example.com', otp: app.passcodes[0] }))
  })
  afterAll(() => app?.remove())

  it('is told with since when, why and how much; and tried at once when that is asked', async () => {
    const outbox = async () => (await app.request('/api/outbox', { headers: { cookie: session } })).json() as Promise<OutboxReply>
    await app.request('/api/submit-application', submission('Accelerator', answersFor('Accelerator')))
    expect(await outbox()).toMatchObject({ failingSince: null, lastFault: '', failing: 0, waiting: 1 })
    const now = () => new Date(app.clock.ms)
    const later = (minutes: number) => new Date(app.clock.ms + minutes * 60_000)
    const [entry] = await app.storage.outbox.claim(['mail.letter'], 1, now(), later(1))
    if (entry === undefined) throw new Error('nothing was due')
    const fault = '535 5.7.8 Authentication credentials invalid'
    await app.storage.outbox.settle(entry, { kind: 'failed', fault }, now(), later(30))
    const since = now().toISOString()
    app.clock.ms += 20 * 60_000
    expect(await outbox()).toMatchObject({ failingSince: since, lastFault: fault, failing: 1 })
    expect(await app.storage.outbox.claim(['mail.letter'], 1, now(), later(1))).toEqual([])
    const woken = await app.request('/api/outbox/wake', { method: 'POST', headers: { cookie: session } })
    expect([woken.status, await woken.json()]).toEqual([200, { success: true, woken: 1 }])
    const [again] = await app.storage.outbox.claim(['mail.letter'], 1, now(), later(1))
    if (again === undefined) throw new Error('nothing was woken')
    await app.storage.outbox.settle(again, { kind: 'sent' }, now(), undefined)
    expect(await outbox()).toMatchObject({ failingSince: null, lastFault: '', failing: 0 })
  })
})
