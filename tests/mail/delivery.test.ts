import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendNow } from '../../src/server/mail/attempts.ts'
import { composePasscode } from '../../src/server/mail/messages/compose.ts'
import type { Mailer } from '../../src/server/mail/port.ts'
import { smtpMailer } from '../../src/server/mail/smtp.ts'
import { settings } from '../support/letters.ts'
import { outboxHarness } from '../support/outbox.ts'
import { type Manner, type Smtp, startSmtp } from '../support/smtp.ts'

let smtp: Smtp
let harness: Awaited<ReturnType<typeof outboxHarness>>
/** The timeout for a silent server in milliseconds; short in the tests of the timeout. */
let timeoutMs: number
const mailer = (): Mailer =>
  smtpMailer({ url: smtp.url, from: 'Kolam <hello@kolam.example>', now: () => new Date(), timeoutMs, totalMs: 2500 })

beforeEach(async () => {
  timeoutMs = 2400
  smtp = await startSmtp()
  harness = await outboxHarness({ describe: '', send: (message) => mailer().send(message), close: async () => {} })
  harness.worker.start()
})
afterEach(async () => {
  await harness.close()
  await smtp.close()
})

test('accepted: sent once, at the first attempt', async () => {
  const id = await harness.letter('taken@people.example')
  const entry = await harness.entry(id, ({ state }) => state === 'sent')
  expect(entry).toMatchObject({ attempts: 1, lastFault: '' })
  expect(smtp.delivered.map(({ to, mail }) => [to, mail.messageId])).toEqual([
    [['taken@people.example'], `<${entry.id}@kolam.example>`],
  ])
})

test('refused: parked at once with the response, and sent on request', async () => {
  smtp.behave('refuse')
  const id = await harness.letter('refused@people.example')
  const parked = await harness.entry(id, ({ state }) => state === 'parked')
  expect(parked).toMatchObject({ attempts: 1, lastFault: '550 5.1.1 No such user here', sentAt: null })
  smtp.behave('take')
  expect(await harness.storage.outbox.retry(parked.id, harness.clock())).toBe('queued')
  harness.worker.poke()
  await harness.entry(id, ({ state }) => state === 'sent')
  expect(smtp.delivered.length).toBe(1)
})

/** A mail server that ends the connection. */
const leaving = { at: 'RCPT TO', reply: '421 4.3.2 Try again later' } as const
/** A recipient whose server is in trouble, as Postfix says it when one lookup fails. */
const deferred = { at: 'RCPT TO', reply: '451 4.3.0 Temporary lookup failure' } as const

test.each<[Manner, string | RegExp]>([
  [leaving, leaving.reply],
  ['hang', 'The mail server did not answer within 0.3 seconds'],
  ['close', /^The mail server could not be reached: /],
])('%j: it waits with the reason, and is sent once when the server works again', async (manner, reason) => {
  smtp.behave(manner)
  if (manner === 'hang') timeoutMs = 300
  const id = await harness.letter('later@people.example')
  const waiting = await harness.entry(id, ({ state, lastFault }) => state === 'waiting' && lastFault !== '')
  expect(waiting.lastFault).toMatch(reason)
  expect(harness.worker.health()['mail.letter'].failingSince).toBeInstanceOf(Date)
  expect(smtp.delivered).toEqual([])
  smtp.behave('take')
  await harness.entry(id, ({ state }) => state === 'sent')
  expect(smtp.delivered.map(({ to }) => to)).toEqual([['later@people.example']])
  expect(harness.worker.health()['mail.letter'].failingSince).toBe(undefined)
})

test.each([deferred, { at: 'RCPT TO', reply: '452 4.2.2 Mailbox full' }] as const)(
  'twelve recipients that are always deferred hold up nobody else: %j',
  async (manner) => {
    smtp.behave((to) => (to.startsWith('later') ? manner : 'take'))
    const later = await Promise.all(Array.from({ length: 12 }, (_one, n) => harness.letter(`later${n}@people.example`)))
    for (const id of later) await harness.entry(id, ({ attempts, lastFault }) => attempts > 0 && lastFault !== '')
    expect(harness.worker.health()['mail.letter']).toEqual({ failingSince: undefined, fault: '' })
    const others = await Promise.all(Array.from({ length: 20 }, (_one, n) => harness.letter(`other${n}@people.example`)))
    for (const id of others) expect(await harness.entry(id, ({ state }) => state === 'sent')).toMatchObject({ attempts: 1 })
    const waiting = await harness.entry(later[0] ?? '', ({ state }) => state === 'waiting')
    expect(waiting.lastFault).toBe(manner.reply)
    expect(harness.worker.health()['mail.letter']).toEqual({ failingSince: undefined, fault: '' })
  },
)

test('greylisted: sent at the third attempt, also among twelve that are deferred', async () => {
  const tries = (to: string): number => smtp.tried.filter((address) => address === to).length
  smtp.behave((to) => (to.startsWith('grey') && tries(to) > 2 ? 'take' : deferred))
  const ids = ['grey', ...Array.from({ length: 12 }, (_one, n) => `later${n}`)].map((name) =>
    harness.letter(`${name}@people.example`),
  )
  const [grey = ''] = await Promise.all(ids)
  expect(await harness.entry(grey, ({ state }) => state === 'sent')).toMatchObject({ attempts: 3 })
  expect(smtp.delivered.map(({ to }) => to)).toEqual([['grey@people.example']])
})

test('forty letters through a failing server: each accepted letter arrives once', async () => {
  const moods: readonly Manner[] = ['take', leaving, 'greylist', 'close', 'refuse']
  const moodOf = (to: string): Manner => moods[Number(to.split('@')[0]) % moods.length] ?? 'take'
  smtp.behave(moodOf)
  const ids = await Promise.all(Array.from({ length: 40 }, (_one, n) => harness.letter(`${n}@people.example`)))
  await smtp.untilTried(60)
  smtp.behave((to) => (moodOf(to) === 'refuse' ? 'refuse' : 'take'))
  for (const [n, id] of ids.entries()) {
    const entry = await harness.entry(id, ({ state }) => state === 'sent' || state === 'parked')
    expect(entry.state).toBe(moodOf(`${n}@`) === 'refuse' ? 'parked' : 'sent')
  }
  const arrived = smtp.delivered.map(({ to }) => to.join()).toSorted()
  expect(arrived).toEqual(ids.flatMap((_id, n) => (moodOf(`${n}@`) === 'refuse' ? [] : [`${n}@people.example`])).toSorted())
})

test('a passcode is sent before a backlog of letters', async () => {
  smtp.behave((to) => (to === 'admin@example.com' ? 'take' : 'hang'))
  await Promise.all(Array.from({ length: 50 }, (_one, n) => harness.letter(`${n}@people.example`)))
  await smtp.untilTried(4)
  const from = performance.now()
  await sendNow(mailer(), composePasscode('admin@example.com', '042137', settings, 'passcode', 600_000), async () => {})
  expect(performance.now() - from).toBeLessThan(5000)
  expect(smtp.delivered.map(({ to }) => to)).toEqual([['admin@example.com']])
})

test('stop waits until a letter that is being sent is settled', async () => {
  smtp.behave('hang')
  timeoutMs = 300
  const id = await harness.letter('late@people.example')
  await smtp.untilTried(1)
  await harness.worker.stop()
  expect(await harness.entry(id, () => true)).toMatchObject({
    state: 'waiting',
    lastFault: 'The mail server did not answer within 0.3 seconds',
  })
})
