import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MailFault, type Message } from '../../src/server/mail/port.ts'
import { smtpMailer } from '../../src/server/mail/smtp.ts'
import { type Manner, type Smtp, startSmtp } from '../support/smtp.ts'

let smtp: Smtp

beforeAll(async () => {
  smtp = await startSmtp()
})
afterAll(() => smtp.close())
afterEach(() => smtp.behave('take'))

const at = new Date('2026-11-21T02:30:00Z')
const mailer = (quietMs = 5000) =>
  smtpMailer({ url: smtp.url, from: 'Kolam <hello@kolam.example>', now: () => at, quietMs, totalMs: 2 * quietMs })

const message = (changes: Partial<Message> = {}): Message => ({
  id: '019aa1b2-0000-7000-8000-000000000001',
  to: 'founder@example.in',
  subject: 'A subject — with a dash',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...changes,
})

/** How sending ends while the server behaves in this manner. */
async function fault(manner: Manner, quietMs?: number): Promise<MailFault> {
  smtp.behave(manner)
  const error = await mailer(quietMs)
    .send(message())
    .then(
      () => undefined,
      (reason) => reason,
    )
  expect(error).toBeInstanceOf(MailFault)
  return error
}

test('a message arrives once, for one recipient, under its own id', async () => {
  const before = smtp.delivered.length
  expect(await mailer().send(message())).toEqual({ id: '<019aa1b2-0000-7000-8000-000000000001@kolam.example>' })
  expect(smtp.delivered.length).toBe(before + 1)
  const got = smtp.delivered.at(-1)
  expect(got?.from).toBe('hello@kolam.example')
  expect(got?.to).toEqual(['founder@example.in'])
  expect(got?.mail.from).toEqual({ name: 'Kolam', address: 'hello@kolam.example' })
  expect(got?.mail.to).toEqual([{ name: '', address: 'founder@example.in' }])
  expect(got?.mail.subject).toBe('A subject — with a dash')
  expect(got?.mail.messageId).toBe('<019aa1b2-0000-7000-8000-000000000001@kolam.example>')
  expect(got?.mail.date).toBe('2026-11-21T02:30:00.000Z')
  expect(got?.mail.html?.trim()).toBe('<p>Hello</p>')
  expect(got?.mail.text?.trim()).toBe('Hello')
})

test('a million characters arrive, every one, in lines that a server takes', async () => {
  const text = 'பால் milk '.repeat(100_000).trimEnd()
  const from = performance.now()
  await mailer().send(message({ text, html: `<p>${text}</p>` }))
  expect(performance.now() - from).toBeLessThan(10_000)
  const got = smtp.delivered.at(-1)
  expect(got?.raw.split('\r\n').filter((line) => line.length > 998)).toEqual([])
  expect(got?.mail.text?.trim()).toBe(text)
  expect(got?.mail.html?.trim()).toBe(`<p>${text}</p>`)
})

test('550 to the recipient is for good, in the words of the server', async () => {
  const refused = await fault('refuse')
  expect(refused.permanent).toBe(true)
  expect(refused.says).toBe('550 5.1.1 No such user here')
})

test('a refusal after the message is for good', async () => {
  const refused = await fault('refuse data')
  expect([refused.permanent, refused.says]).toEqual([true, '554 5.7.1 Message refused'])
})

test('421 is not for good', async () => {
  const deferred = await fault('defer')
  expect([deferred.permanent, deferred.says]).toEqual([false, '421 4.3.2 Try again later'])
})

test('a server that says nothing is given up', async () => {
  const hung = await fault('hang', 200)
  expect([hung.permanent, hung.says]).toEqual([false, 'The mail server did not answer within 0.2 seconds'])
})

test.each<Manner>(['close', 'take silently'])('a connection that ends without an answer (%s) is no delivery', async (manner) => {
  const closed = await fault(manner)
  expect(closed.permanent).toBe(false)
  expect(closed.says).toMatch(/^The mail server could not be reached: /)
})

test('a server that is not there is not for good', async () => {
  const gone = await startSmtp()
  await gone.close()
  const error = await smtpMailer({ url: gone.url, from: 'hello@kolam.example', now: () => at })
    .send(message())
    .catch((reason) => reason)
  expect(error).toBeInstanceOf(MailFault)
  expect([error.permanent, error.says]).toEqual([
    false,
    `The mail server could not be reached: connect ECONNREFUSED 127.0.0.1:${gone.port}`,
  ])
})

test('the description names the server and no secret', () => {
  const { describe } = smtpMailer({ url: 'smtp://user:hush@mail.example.in:2525', from: 'hello@kolam.example', now: () => at })
  expect(describe).toBe('SMTP to mail.example.in:2525')
})
