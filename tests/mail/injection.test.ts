import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeLetter } from '../../src/server/mail/messages/compose.ts'
import { MailFault, type Message } from '../../src/server/mail/port.ts'
import { resendMailer } from '../../src/server/mail/resend.ts'
import { smtpMailer } from '../../src/server/mail/smtp.ts'
import { application, form, settings } from '../support/letters.ts'
import { startResend } from '../support/resend.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'

let smtp: Smtp
let resend: Awaited<ReturnType<typeof startResend>>

beforeAll(async () => {
  smtp = await startSmtp()
  resend = await startResend()
})
afterAll(async () => {
  await smtp.close()
  await resend.close()
})
afterEach(() => {
  expect(smtp.tried.filter((to) => to.includes('victim'))).toEqual([])
})

const from = 'Kolam <hello@kolam.example>'
const both = () => [smtpMailer({ url: smtp.url, from, now: () => new Date() }), resendMailer({ key: 'k', url: resend.url, from })]

let count = 0
const message = (changes: Partial<Message>): Message => {
  count += 1
  return { id: `inject-${count}`, to: 'founder@example.in', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', ...changes }
}

/** Characters that some program reads as the end of a header line. */
const breaks = ['\r\n', '\n', '\r', '\r\n ', '\n\t', '\u2028', '\u0085', '\0', '\v\f', '%0d%0a', '\\r\\n', '=?utf-8?q?=0D=0A?=']
const smuggled = ['Bcc: victim@example.org', '\r\nEvil body', 'Content-Type: text/html\r\n\r\n<script>']

const payloads = breaks
  .flatMap((end) => smuggled.map((header) => `Asha${end}${header}`))
  .concat(
    `Asha\r\n.\r\nMAIL FROM:<victim@example.org>`,
    `Asha" <victim@example.org>`,
    `Asha <victim@example.org>, "B`,
    `${'A'.repeat(2000)}\r\nBcc: victim@example.org`,
  )

/** The header names of our messages, in lower case. */
const ours = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']

test('there are forty payloads', () => expect(payloads.length).toBe(40))

test.each(payloads.map((payload) => [JSON.stringify(payload).slice(0, 60), payload]))(
  'as a subject, a name and a message id: %s',
  async (_shown, payload) => {
    const before = [smtp.delivered.length, resend.calls.length]
    const letter = composeLetter('confirmation', application({ applicantName: payload }), form, settings, `letter-${count}`)
    const own = smtpMailer({ url: smtp.url, from, now: () => new Date() })
    await Promise.all([
      ...both().flatMap((mailer) => [mailer.send(message({ subject: payload })), mailer.send(letter)]),
      own.send(message({ id: `x${payload.slice(0, 80)}` })),
    ])

    const got = smtp.delivered.slice(before[0])
    expect(got.length).toBe(3)
    for (const { to, mail } of got) {
      expect(to).toEqual(['founder@example.in', 'nila@example.in'].filter((address) => address === to[0]))
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(ours)
      expect([mail.cc ?? [], mail.bcc ?? []]).toEqual([[], []])
      expect(mail.from?.address).toBe('hello@kolam.example')
    }
    const calls = resend.calls.slice(before[1])
    expect(calls.length).toBe(2)
    for (const { body } of calls) {
      expect(Object.keys(body).toSorted()).toEqual(['from', 'headers', 'html', 'subject', 'text', 'to'])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is that there are no control characters
      expect(String(body.subject)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      expect(body.to).toHaveLength(1)
    }
  },
)

const addresses = [
  'founder@example.in\r\nBcc: victim@example.org',
  'founder@example.in\nvictim@example.org',
  'founder@example.in, victim@example.org',
  'founder@example.in;victim@example.org',
  'founder@example.in victim@example.org',
  '"x" <victim@example.org>',
  '<victim@example.org>',
  'founder@example.in>\r\nRCPT TO:<victim@example.org',
  'a\0@example.org',
  'group:victim@example.org;',
  'victim@example.org (comment)',
  '"victim"@example.org',
  '',
  'nobody',
]

test.each(addresses.map((to) => [JSON.stringify(to), to]))('%s is not a valid recipient', async (_shown, to) => {
  const before = [smtp.tried.length, resend.calls.length]
  for (const mailer of both()) {
    const fault = await mailer.send(message({ to })).then(
      () => expect.fail('it was sent'),
      (error) => error,
    )
    expect(fault).toBeInstanceOf(MailFault)
    expect([fault.permanent, fault.reason]).toEqual([true, 'The address is not a valid email address'])
  }
  expect([smtp.tried.length, resend.calls.length]).toEqual(before)
})

test.each(['Kolam', 'Kolam <a@b.c>, <d@e.f>', 'Kolam\r\nBcc: x <a@b.in>', '', 'a@b.in, c@d.in'])(
  'MAIL_FROM %j stops the start',
  (bad) => {
    expect(() => smtpMailer({ url: smtp.url, from: bad, now: () => new Date() })).toThrow(
      'MAIL_FROM must be an address, or a name and an address in angle brackets',
    )
  },
)
