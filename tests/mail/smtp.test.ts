import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Budget, mailCallWords, requestBudget, sendNow } from '../../src/server/mail/attempts.ts'
import { type Mailer, MailFault, type Message } from '../../src/server/mail/port.ts'
import { connection, smtpMailer } from '../../src/server/mail/smtp.ts'
import { type Manner, type Smtp, startSmtp } from '../support/smtp.ts'

let smtp: Smtp

beforeAll(async () => {
  smtp = await startSmtp()
})
afterAll(() => smtp.close())
afterEach(() => smtp.behave('take'))

const at = new Date('2026-11-21T02:30:00Z')
const mailer = (timeoutMs = 5000) =>
  smtpMailer({ url: smtp.url, from: 'Kolam <hello@kolam.example>', now: () => at, timeoutMs, totalMs: 2 * timeoutMs })

const message = (changes: Partial<Message> = {}): Message => ({
  id: '019aa1b2-0000-7000-8000-000000000001',
  to: 'founder@example.in',
  subject: 'A subject — with a dash',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...changes,
})

/** Sends a message while the server behaves in this manner. Returns the fault. */
async function fault(manner: Manner, timeoutMs?: number): Promise<MailFault> {
  smtp.behave(manner)
  const error = await mailer(timeoutMs)
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

test('a million characters arrive completely, in lines of valid length', async () => {
  const text = 'பால் milk '.repeat(100_000).trimEnd()
  await mailer().send(message({ text, html: `<p>${text}</p>` }))
  const got = smtp.delivered.at(-1)
  expect(got?.raw.split('\r\n').filter((line) => line.length > 998)).toEqual([])
  expect(got?.mail.text?.trim()).toBe(text)
  expect(got?.mail.html?.trim()).toBe(`<p>${text}</p>`)
})

test('a mail server without SMTPUTF8 takes every domain, but not every name before it', async () => {
  const old = await startSmtp(0, { old: true })
  try {
    const { send } = smtpMailer({ url: old.url, from: 'Kolam <hello@kolam.example>', now: () => at })
    await send(message({ to: 'asha@கோலம்.இந்தியா' }))
    expect(old.named).toEqual(['asha@xn--clc4cl3hm.xn--xkc2dl3a5ee0h'])
    expect(old.delivered[0]?.raw).toMatch(/^To: asha@xn--clc4cl3hm\.xn--xkc2dl3a5ee0h\r$/m)
    const refused = await send(message({ to: 'ஆஷா@கோலம்.இந்தியா' })).then(
      () => undefined,
      (reason) => reason,
    )
    expect(refused).toMatchObject({
      permanent: true,
      reason:
        'The address has letters other than a to z before the @, and the mail server may not take them (SMTPUTF8): 553 5.6.7 Address requires SMTPUTF8',
    })
  } finally {
    await old.close()
  }
})

type At = 'connection' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** Whose a refusal is, and whether the message waits: the table of docs/decisions/0071. */
test.each<[At, string, 'recipient' | 'provider', 'waits' | 'parked']>([
  ['connection', '421 4.7.0 Try again later', 'provider', 'waits'],
  ['connection', '450 4.2.1 Mailbox busy', 'provider', 'waits'],
  ['connection', '554 5.7.1 No mail from your address', 'provider', 'waits'],
  ['MAIL FROM', '421 4.3.2 Shutting down', 'provider', 'waits'],
  ['MAIL FROM', '450 4.1.8 Sender address rejected: Domain not found', 'provider', 'waits'],
  ['MAIL FROM', '451 4.3.0 Lookup failed', 'provider', 'waits'],
  ['MAIL FROM', '452 4.3.1 Insufficient system storage', 'provider', 'waits'],
  ['MAIL FROM', '452 4.2.2 Over quota', 'provider', 'waits'],
  ['MAIL FROM', '530 5.7.0 Authentication required', 'provider', 'waits'],
  ['MAIL FROM', '550 5.1.0 Sender refused', 'provider', 'waits'],
  ['RCPT TO', '421 4.3.2 Shutting down', 'provider', 'waits'],
  ['RCPT TO', '450 4.2.0 Greylisted', 'recipient', 'waits'],
  ['RCPT TO', '450 4.7.1 Greylisted', 'recipient', 'waits'],
  ['RCPT TO', '450 4.7.25 Client host rejected: cannot find your hostname', 'provider', 'waits'],
  ['RCPT TO', '451 Try again later', 'recipient', 'waits'],
  ['RCPT TO', '451 4.3.0 Lookup failed', 'recipient', 'waits'],
  ['RCPT TO', '451 4.3.5 Server configuration error', 'recipient', 'waits'],
  ['RCPT TO', '452 4.2.2 Mailbox full', 'recipient', 'waits'],
  ['RCPT TO', '452 4.3.1 Insufficient system storage', 'recipient', 'waits'],
  ['RCPT TO', '503 5.5.1 Bad sequence of commands', 'provider', 'waits'],
  ['RCPT TO', '530 5.7.0 Must issue a STARTTLS command first', 'provider', 'waits'],
  ['RCPT TO', '550 5.1.1 No such user here', 'recipient', 'parked'],
  ['RCPT TO', '550 5.1.1 <founder@relay.example.in>: User unknown', 'recipient', 'parked'],
  ['RCPT TO', '550 5.3.0 Not accepting mail', 'recipient', 'parked'],
  ['RCPT TO', '550 5.4.5 Daily user sending limit exceeded', 'provider', 'waits'],
  ['RCPT TO', '550 5.7.1 Recipient address rejected: Access denied', 'recipient', 'parked'],
  ['RCPT TO', '553 5.7.1 <hello@kolam.example>: Sender address rejected: not owned by user kolam', 'provider', 'waits'],
  ['RCPT TO', '554 5.7.1 <founder@example.in>: Relay access denied', 'provider', 'waits'],
  ['RCPT TO', '554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using dnsbl.example', 'provider', 'waits'],
  ['DATA', '421 4.3.2 Shutting down', 'provider', 'waits'],
  ['DATA', '450 4.2.1 Mailbox busy', 'recipient', 'waits'],
  ['DATA', '451 4.3.0 Queue file write error', 'provider', 'waits'],
  ['DATA', '451 4.7.500 Server busy', 'provider', 'waits'],
  ['DATA', '452 4.2.2 Mailbox full', 'recipient', 'waits'],
  ['DATA', '452 4.3.1 Insufficient system storage', 'provider', 'waits'],
  ['DATA', '550 5.4.5 Daily user sending limit exceeded', 'provider', 'waits'],
  ['DATA', '550 5.7.1 Message refused', 'provider', 'parked'],
  ['DATA', '552 5.2.2 Mailbox full', 'recipient', 'parked'],
])('a refusal at %s, %s: it is the %s’s, and the message %s', async (at, reply, whose, what) => {
  const { reason, ofRecipient, permanent } = await fault({ at, reply })
  expect({ reason, ofRecipient, permanent }).toEqual({
    reason: expect.stringContaining(reply.slice(4)),
    ofRecipient: whose === 'recipient',
    permanent: what === 'parked',
  })
})

test('a server that does not respond times out', async () => {
  const hung = await fault('hang', 200)
  expect([hung.permanent, hung.reason]).toEqual([false, 'The mail server did not answer within 0.2 seconds'])
})

test.each<Manner>(['close', 'take silently'])('a connection that ends without an answer (%s) is a failure', async (manner) => {
  const closed = await fault(manner)
  expect(closed.permanent).toBe(false)
  expect(closed.reason).toMatch(/^The mail server could not be reached: /)
})

test('an unreachable server is temporary', async () => {
  const closedServer = await startSmtp()
  await closedServer.close()
  const error = await smtpMailer({ url: closedServer.url, from: 'hello@kolam.example', now: () => at })
    .send(message())
    .catch((reason) => reason)
  expect(error).toBeInstanceOf(MailFault)
  expect([error.permanent, error.reason]).toEqual([
    false,
    `The mail server could not be reached: connect ECONNREFUSED 127.0.0.1:${closedServer.port}`,
  ])
})

test('the description names the server and no secret', () => {
  const { describe } = smtpMailer({ url: 'smtp://user:hush@mail.example.in:2525', from: 'hello@kolam.example', now: () => at })
  expect(describe).toBe('SMTP to mail.example.in:2525')
})

test('the caller’s abort ends the wait for a mail server that never greets', async () => {
  const caller = new AbortController()
  const silent = createServer((socket) => {
    socket.on('error', () => {})
    caller.abort()
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const error = await smtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'hello@kolam.example',
    now: () => at,
    timeoutMs: 60_000,
  })
    .send(message(), caller.signal)
    .catch((reason) => reason)
  silent.close()
  expect(error).toBeInstanceOf(MailFault)
  expect([error.permanent, error.reason]).toEqual([false, 'The mail server did not accept the message in time'])
})

describe('an urgent message that no provider takes', () => {
  /** Sends it on a simulated clock. Returns the failure, the timeout of each attempt, and the pauses. */
  async function giveUp(budget: Budget) {
    let ms = 0
    const pauses: number[] = []
    const allowed: number[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const mailer: Mailer = {
      describe: 'a mailer that never answers',
      close: async () => {},
      send: (_message, signal) =>
        new Promise((_resolve, reject) => {
          const allowedMs = Number(timeout.mock.lastCall?.[0])
          allowed.push(allowedMs)
          signal?.addEventListener('abort', () => {
            ms += allowedMs
            reject(new MailFault('The mail server did not accept the message in time'))
          })
        }),
    }
    const wait = async (pauseMs: number): Promise<void> => {
      pauses.push(pauseMs)
      ms += pauseMs
    }
    const error = await sendNow(mailer, message(), wait, mailCallWords, budget, () => ms).catch((reason) => reason)
    timeout.mockRestore()
    expect([error.code, error.message]).toEqual(['EMAIL_SEND_FAILED', 'The mail server did not accept the message in time'])
    return { allowed, pauses }
  }
  const budget = { attempts: 3, attemptMs: 30, pauseMs: 2, totalMs: 50 }

  // The second attempt gets the time that the first and the pause leave. No time is left for a third.
  test('takes no longer than the time budget of a request', async () =>
    expect(await giveUp(budget)).toEqual({ allowed: [30, 18], pauses: [2] }))

  test('is tried three times when there is time', async () =>
    expect(await giveUp({ ...budget, attemptMs: 10, totalMs: 500 })).toEqual({ allowed: [10, 10, 10], pauses: [2, 4] }))

  test('has half of the proxy timeout of a request', async () => {
    const proxy = await readFile('integrations/nginx/kolam.conf', 'utf8')
    const allowedMs = Number(/proxy_read_timeout (\d+)s;/.exec(proxy)?.[1]) * 1000
    expect(requestBudget.totalMs).toBeLessThanOrEqual(allowedMs / 2)
    expect(requestBudget).toMatchObject({ attempts: 3, attemptMs: 15_000, pauseMs: 1000 })
  })
})

test.each([
  ['smtp://kolam:hush@mail.example', true],
  ['smtp://kolam:hush@10.0.0.7:587', true],
  ['smtp://kolam:hush@127.0.0.1:2525', false],
  ['smtp://kolam:hush@localhost', false],
  ['smtp://mail.example', true],
])('mail to another machine requires TLS: %s', (url, isRequired) => {
  expect(connection(url, 1000).options).toMatchObject({ requireTLS: isRequired })
})

test('a server on another machine that offers no TLS gets no recipient and no message', async () => {
  // Connects to this machine under an address that does not count as loopback.
  const url = smtp.url.replace('127.0.0.1', '0.0.0.0')
  const before = smtp.tried.length
  const sent = smtpMailer({ url, from: 'Kolam <hello@kolam.example>', now: () => at }).send(message({ to: 'plain@example.in' }))
  await expect(sent).rejects.toMatchObject({ name: 'MailFault', permanent: false })
  await expect(sent).rejects.toThrow(
    'The mail server does not offer TLS (STARTTLS), without which no mail is sent to another machine',
  )
  expect(smtp.tried.length).toBe(before)
})
