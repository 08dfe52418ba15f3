import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailCallWords, sendNow } from '../../src/server/mail/attempts.ts'
import { MailFault, type Message } from '../../src/server/mail/port.ts'
import { resendMailer } from '../../src/server/mail/resend.ts'
import { AppError } from '../../src/shared/errors.ts'
import { startResend } from '../support/resend.ts'

let resend: Awaited<ReturnType<typeof startResend>>

beforeAll(async () => {
  resend = await startResend()
})
afterAll(() => resend.close())
afterEach(() => resend.behave(undefined))

const mailer = (timeoutMs = 10_000) =>
  resendMailer({ key: 're_hush', url: `${resend.url}/`, from: 'Kolam, Chennai <hello@kolam.example>', timeoutMs })
let count = 0
const message = (changes: Partial<Message> = {}): Message => {
  count += 1
  return { id: `entry-${count}`, to: 'founder@example.in', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', ...changes }
}
const fault = (sending: Promise<unknown>): Promise<MailFault> =>
  sending.then(
    () => expect.fail('it was sent'),
    (error) => error,
  )

test('a message is one call with the key, the idempotency key and one recipient', async () => {
  expect(await mailer().send(message({ id: 'entry-a' }))).toEqual({ id: 'resend-1' })
  const { headers, body } = resend.calls.at(-1) ?? expect.fail('no call')
  expect(headers).toMatchObject({
    authorization: 'Bearer re_hush',
    'idempotency-key': 'entry-a',
    'content-type': 'application/json',
  })
  expect(body).toMatchObject({
    from: '"Kolam, Chennai" <hello@kolam.example>',
    to: ['founder@example.in'],
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
  })
})

test('a repeat under the same id is not sent twice', async () => {
  const again = message()
  const first = await mailer().send(again)
  expect(await mailer().send(again)).toEqual(first)
  expect([...resend.taken.keys()].filter((key) => key === again.id)).toEqual([again.id])
})

test.each([
  [422, '{"statusCode":422,"name":"validation_error","message":"Invalid `to` field."}', true, 'Invalid `to` field.'],
  [400, '{"error":{"message":"Bad address"}}', true, 'Bad address'],
  [401, '{"name":"missing_api_key","message":"Missing API key"}', false, 'Missing API key'],
  [403, '{"message":"The domain is not verified"}', false, 'The domain is not verified'],
  [429, '{"name":"rate_limit_exceeded","message":"Too many requests"}', false, 'Too many requests'],
  [409, '{"name":"concurrent_idempotent_requests","message":"In progress"}', false, 'In progress'],
  [
    409,
    '{"name":"invalid_idempotent_request","message":"Other payload"}',
    true,
    'It may have been delivered already, with another text: Other payload',
  ],
  [500, '{"error":"It broke"}', false, 'It broke'],
  [500, 'oops', false, 'Failed to send email'],
  [500, '{"message":""}', false, 'Failed to send email'],
  [502, '<html>Bad gateway</html>', false, 'Failed to send email'],
  [200, 'not json', false, 'Failed to send email'],
  [200, '{"ok":true}', false, 'Failed to send email'],
])('an answer %i %s', async (status, body, permanent, reason) => {
  resend.behave({ status, body })
  const refused = await fault(mailer().send(message()))
  expect(refused).toBeInstanceOf(MailFault)
  expect([refused.permanent, refused.reason]).toEqual([permanent, reason])
})

test('a redirect is not followed with the key', async () => {
  resend.behave({ status: 307, body: '', headers: { location: `${resend.url}/emails` } })
  const calls = resend.calls.length
  expect((await fault(mailer().send(message()))).reason).toBe('Failed to send email')
  expect(resend.calls.length).toBe(calls + 1)
})

test('a timeout has the message of the specification', async () => {
  resend.behave('hang')
  const late = await fault(mailer(80).send(message()))
  expect([late.permanent, late.reason]).toEqual([false, 'Resend API timeout - please try again'])
})

test('an unreachable provider is an unexpected error', async () => {
  const closedServer = await startResend()
  await closedServer.close()
  const lost = await fault(resendMailer({ key: 'x', url: closedServer.url, from: 'hello@kolam.example' }).send(message()))
  expect(lost.permanent).toBe(false)
  expect(lost.reason).toMatch(/^Unexpected error: fetch failed connect ECONNREFUSED/)
})

test('an urgent message is tried three times under one key, after 1 s and 2 s', async () => {
  const answers = [{ status: 500, body: '' }, { status: 503, body: '' }, undefined]
  resend.behave(() => answers.shift())
  const waits: number[] = []
  const calls = resend.calls.length
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms)
  }
  expect(await sendNow(mailer(), message({ id: 'passcode-1' }), wait)).toEqual({ id: resend.taken.get('passcode-1')?.id })
  expect(waits).toEqual([1000, 2000])
  expect(resend.calls.slice(calls).map(({ headers }) => headers['idempotency-key'])).toEqual([
    'passcode-1',
    'passcode-1',
    'passcode-1',
  ])
})

test.each([
  [
    'the catalogue’s words for a passcode',
    { status: 500, body: '{"error":"It broke"}' },
    'Failed to send email. Please try again or contact support.',
    'It broke',
    3,
  ],
  [
    'the timeout’s own words',
    'hang' as const,
    'Resend API timeout - please try again',
    'Resend API timeout - please try again',
    3,
  ],
  [
    'no second try after a refusal for good',
    { status: 422, body: '{"message":"Bad to"}' },
    'Failed to send email. Please try again or contact support.',
    'Bad to',
    1,
  ],
])('a permanent failure: %s', async (_name, answer, passcode, call, tries) => {
  resend.behave(answer)
  const timeoutMs = answer === 'hang' ? 80 : 10_000
  const calls = resend.calls.length
  const wait = async (): Promise<void> => {}
  const error = (await fault(sendNow(mailer(timeoutMs), message(), wait))) as unknown as AppError
  expect(error).toBeInstanceOf(AppError)
  expect([error.code, error.message]).toEqual(['EMAIL_SEND_FAILED', passcode])
  expect(resend.calls.length - calls).toBe(tries)
  expect((await fault(sendNow(mailer(timeoutMs), message(), wait, mailCallWords))).message).toBe(call)
})

test('the description names the provider and no secret', () => {
  expect(resendMailer({ key: 're_hush', from: 'hello@kolam.example' }).describe).toBe('Resend at api.resend.com')
})

test('a provider that hangs costs no more than the time budget of a request', async () => {
  resend.behave('hang')
  const calls = resend.calls.length
  const budget = { attempts: 3, attemptMs: 300, pauseMs: 20, totalMs: 500 }
  const started = performance.now()
  const error = await fault(sendNow(mailer(60_000), message(), async () => {}, mailCallWords, budget))
  expect(error.message).toBe('Resend API timeout - please try again')
  expect(performance.now() - started).toBeLessThan(5000)
  expect(resend.calls.length - calls).toBe(2)
})
