import { afterEach, expect, test } from 'vitest'
import type { Handlers, OutboxDraft, OutboxEntry, Outcome } from '../../src/applications/outbox.ts'
import { createWorker, type Worker } from '../../src/server/outbox/worker.ts'
import { day, hour, minute, second } from '../../src/shared/dates.ts'
import { memoryOutbox } from '../support/memory-outbox.ts'
import { simulatedTime } from '../support/simulated-time.ts'

const sent: Outcome = { kind: 'sent' }
const failed: Outcome = { kind: 'failed', fault: '421 later' }

let running: Worker | undefined
afterEach(async () => {
  await running?.stop()
})

/** Starts a worker on simulated time. `mail` and `sheet` return the outcome of each attempt. */
function startWorker(
  mail: (entry: OutboxEntry) => Promise<Outcome> = async () => sent,
  sheet: (entry: OutboxEntry) => Promise<Outcome> = async () => sent,
) {
  const time = simulatedTime()
  const { outbox, add, row } = memoryOutbox()
  const logged: string[] = []
  const lines: object[] = []
  const log = {
    info: () => {},
    warn: (data: object, message: string) => {
      logged.push(message)
      lines.push({ ...data, message })
    },
  }
  const handlers: Handlers = {
    'mail.letter': (_payload, entry) => mail(entry),
    'mail.other': (_payload, entry) => mail(entry),
    report: (_payload, entry) => sheet(entry),
    'sheet.row': (_payload, entry) => sheet(entry),
    'sheet.removal': (_payload, entry) => sheet(entry),
  }
  const worker = createWorker({ outbox, handlers, clock: time.clock, log, wait: time.wait, random: () => 0 })
  running = worker
  let count = 0
  const letter = (inMs = 0): string => {
    count += 1
    const draft: OutboxDraft = {
      topic: 'mail.letter',
      payload: { letter: 'confirmation', applicationId: `application-${count}` },
      key: `letter-${count}`,
      applicationId: `application-${count}`,
      dueAt: new Date(time.clock().getTime() + inMs),
    }
    return add(draft, time.clock())
  }
  const sheetRow = (): string => {
    count += 1
    const applicationId = `application-${count}`
    return add({ topic: 'sheet.row', payload: { applicationId }, key: `row-${count}`, applicationId, dueAt: time.clock() })
  }
  return { time, outbox, row, worker, logged, lines, letter, sheetRow }
}

test('an entry is sent at once after a poke, a decision after its hold', async () => {
  const { worker, letter, row, time } = startWorker(async () => sent)
  worker.start()
  await time.idle()
  const now = letter()
  const held = letter(10 * second)
  worker.poke()
  await time.idle()
  expect([row(now).state, row(held).state]).toEqual(['sent', 'waiting'])
  await time.advance(9 * second)
  expect(row(held).state).toBe('waiting')
  await time.advance(second)
  expect(row(held).state).toBe('sent')
})

test('pauses grow from 1 s to 15 min; after five days the entry is parked', async () => {
  const at: number[] = []
  const { worker, letter, row, time } = startWorker(async () => {
    at.push(time.clock().getTime())
    return failed
  })
  const id = letter()
  worker.start()
  await time.advance(10 * second)
  expect(at.map((ms) => ms - (at[0] ?? 0))).toEqual([0, 1000, 3000, 7000])
  await time.advance(2 * hour)
  const gaps = at.slice(1).map((ms, n) => ms - (at[n] ?? 0))
  expect(gaps.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((s) => s * second))
  expect(new Set(gaps.slice(10))).toEqual(new Set([15 * minute]))
  await time.advance(5 * day)
  expect(row(id)).toMatchObject({ state: 'parked', lastFault: '421 later' })
  const tries = at.length
  await time.advance(day)
  expect(at.length).toBe(tries)
})

test('a letter is sent once although its outcome cannot be recorded for two minutes', async () => {
  const mails: string[] = []
  const { worker, letter, row, time, outbox } = startWorker(async ({ id }) => {
    mails.push(id)
    return sent
  })
  const { settle } = outbox
  outbox.settle = () => Promise.reject(new Error('the database is away'))
  const id = letter()
  worker.start()
  await time.advance(2 * minute)
  outbox.settle = settle
  await time.advance(minute)
  expect([mails, row(id).state]).toEqual([[id], 'sent'])
})

test('a parked entry that is sent again by hand is retried for five more days', async () => {
  let tries = 0
  const { worker, letter, row, time, outbox } = startWorker(async () => {
    tries += 1
    return failed
  })
  const id = letter()
  worker.start()
  await time.advance(5 * day + hour)
  expect(row(id).state).toBe('parked')
  await time.advance(3 * day)
  const before = tries
  expect(await outbox.retry(id, time.clock())).toBe('queued')
  worker.poke()
  await time.advance(5 * day - hour)
  expect(tries - before).toBeGreaterThan(400)
  expect(row(id).state).toBe('waiting')
  await time.advance(2 * hour)
  expect(row(id).state).toBe('parked')
})

test('a refused entry is parked at once, and blocks no other', async () => {
  const { worker, letter, row, time } = startWorker(async ({ applicationId }) =>
    applicationId === 'application-1' ? { kind: 'refused', fault: '550 no such user' } : sent,
  )
  const ids = [letter(), letter()]
  worker.start()
  await time.idle()
  expect(ids.map((id) => row(id).state)).toEqual(['parked', 'sent'])
  expect(row(ids[0] as string)).toMatchObject({ attempts: 1, lastFault: '550 no such user' })
})

test('four letters and one row are sent at once, more when half of them ended', async () => {
  const open: (() => void)[] = []
  const rows: (() => void)[] = []
  const { worker, letter, sheetRow, time, outbox } = startWorker(
    () => new Promise((resolve) => open.push(() => resolve(sent))),
    () => new Promise((resolve) => rows.push(() => resolve(sent))),
  )
  for (let n = 0; n < 6; n += 1) letter()
  for (let n = 0; n < 3; n += 1) sheetRow()
  worker.start()
  await time.idle()
  expect([open.length, rows.length]).toEqual([4, 1])
  open[0]?.()
  rows[0]?.()
  await time.idle()
  expect([open.length, rows.length]).toEqual([4, 2])
  open[1]?.()
  await time.idle()
  expect([open.length, rows.length]).toEqual([6, 2])
  for (const end of [...open.slice(2), ...rows.slice(1)]) end()
  await time.idle()
  for (const end of [...open, ...rows]) end()
  await time.idle()
  expect(await outbox.counts()).toMatchObject({ sent: 9 })
})

test('a provider that is down gets one entry at a time; its first answer wakes all', async () => {
  let up = false
  let tries = 0
  const { worker, letter, time, outbox } = startWorker(async () => {
    tries += 1
    return up ? sent : failed
  })
  for (let n = 0; n < 1000; n += 1) letter()
  worker.start()
  await time.advance(hour)
  // After eight failures the provider counts as down; then there is one attempt in 30 seconds.
  expect(tries).toBeLessThan(150)
  expect(worker.health()['mail.letter']).toEqual({ failingSince: new Date('2026-11-21T00:00:00Z'), fault: '421 later' })
  up = true
  await time.advance(31 * second)
  expect(await outbox.counts()).toMatchObject({ sent: 1000, waiting: 0 })
  expect(worker.health()['mail.letter']).toEqual({ failingSince: undefined, fault: '' })
})

test('while a provider is down, new entries try it once a second together', async () => {
  let tries = 0
  const { worker, letter, time } = startWorker(async () => {
    tries += 1
    return failed
  })
  for (let n = 0; n < 8; n += 1) letter()
  worker.start()
  await time.idle()
  const before = tries
  for (let n = 0; n < 100; n += 1) {
    letter()
    worker.poke()
    await time.advance(100)
  }
  expect(before).toBe(8)
  expect(tries - before).toBeGreaterThanOrEqual(9)
  expect(tries - before).toBeLessThanOrEqual(11)
})

test('an address that always fails is not retried at every success of another', async () => {
  let tries = 0
  const { worker, letter, time } = startWorker(async ({ applicationId }) => {
    if (applicationId !== 'application-1') return sent
    tries += 1
    return failed
  })
  letter()
  worker.start()
  for (let n = 0; n < 600; n += 1) {
    letter()
    worker.poke()
    await time.advance(second)
  }
  expect(tries).toBeLessThan(25)
})

test('a handler that throws fails; a hanging one is aborted before its claim lapses', async () => {
  const { worker, letter, row, time } = startWorker(async ({ applicationId }) => {
    if (applicationId === 'application-1') throw new Error('a bug')
    return new Promise(() => {})
  })
  const [thrown, hung] = [letter(), letter()]
  worker.start()
  await time.idle()
  expect(row(thrown)).toMatchObject({ state: 'waiting', lastFault: 'Unexpected error: a bug' })
  await time.advance(55 * second)
  expect(row(hung)).toMatchObject({ state: 'waiting', lastFault: 'No answer within 55 seconds' })
})

test('stop claims nothing more and waits for running handlers', async () => {
  let end = (): void => {}
  const { worker, letter, row, time } = startWorker(
    () =>
      new Promise((resolve) => {
        end = () => resolve(sent)
      }),
  )
  const first = letter()
  worker.start()
  await time.idle()
  let stopped = false
  const stopping = worker.stop().then(() => {
    stopped = true
  })
  const second_ = letter()
  worker.poke()
  await time.idle()
  expect([stopped, row(second_).state]).toEqual([false, 'waiting'])
  end()
  await stopping
  expect([row(first).state, row(second_).state]).toEqual(['sent', 'waiting'])
})

test('the entries of a crashed worker are claimed when their claims lapse', async () => {
  const { worker, letter, row, time, outbox } = startWorker(async () => sent)
  const id = letter()
  const now = time.clock()
  await outbox.claim(['mail.letter'], 1, now, new Date(now.getTime() + minute))
  worker.start()
  await time.advance(59 * second)
  expect(row(id).state).toBe('claimed')
  await time.advance(16 * second)
  expect(row(id)).toMatchObject({ state: 'sent', fence: 2 })
})

test('nothing is sent during the pause that the spreadsheet asks for', async () => {
  const calls: number[] = []
  const { worker, sheetRow, time, outbox } = startWorker(undefined, async () => {
    calls.push(time.clock().getTime())
    return calls.length === 1 ? { kind: 'failed', fault: 'Too many requests', retryAfterMs: 20 * second } : sent
  })
  const from = time.clock().getTime()
  for (let n = 0; n < 3; n += 1) sheetRow()
  worker.start()
  await time.advance(5 * second)
  sheetRow()
  worker.poke()
  await time.advance(14 * second)
  expect(calls.map((at) => at - from)).toEqual([0])
  await time.advance(second)
  expect(calls.map((at) => at - from)).toEqual([0, 20, 20, 20, 20].map((s) => s * second))
  expect(await outbox.counts()).toMatchObject({ sent: 4 })
})

test('a database that fails for a while stops no worker and loses no outcome', async () => {
  const { worker, letter, row, time, outbox, logged } = startWorker(async () => sent)
  const { claim, settle } = outbox
  let broken = 3
  const breaks =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (broken > 0) {
        broken -= 1
        throw new Error('busy')
      }
      return act(...args)
    }
  outbox.claim = breaks(claim)
  const id = letter()
  worker.start()
  await time.advance(10 * second)
  expect(row(id).state).toBe('sent')
  broken = 3
  outbox.settle = breaks(settle)
  outbox.claim = claim
  const next = letter()
  worker.poke()
  await time.advance(10 * second)
  expect(row(next)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(logged).toEqual(Array(3).fill('the outbox could not be read'))
})

test('a database away for most of a claim loses no outcome: one message is sent', async () => {
  const { worker, letter, row, time, outbox } = startWorker(async () => sent)
  let away = false
  const breaks =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (away) throw new Error('away')
      return act(...args)
    }
  const { settle } = outbox
  Object.assign(outbox, { claim: breaks(outbox.claim), nextDue: breaks(outbox.nextDue), settle: breaks(settle) })
  const id = letter()
  const handedOver = new Promise<void>((resolve) => {
    outbox.settle = async (...args) => {
      away = true
      resolve()
      outbox.settle = breaks(settle)
      return outbox.settle(...args)
    }
  })
  worker.start()
  await time.idle()
  await handedOver
  await time.advance(50 * second)
  expect(row(id)).toMatchObject({ state: 'claimed', attempts: 1 })
  away = false
  await time.advance(5 * second)
  expect(row(id)).toMatchObject({ state: 'sent', attempts: 1 })
})

test.each([
  ['failed', 'outbox entry failed'],
  ['refused', 'outbox entry refused'],
] as const)('the log has the reason why a letter %s, without the address', async (kind, message) => {
  const fault = '450 4.2.2 <asha.raman+kolam@example.in>: mailbox full'
  const { worker, letter, lines, time } = startWorker(async () => ({ kind, fault }))
  const id = letter()
  worker.start()
  await time.idle()
  expect(lines[0]).toMatchObject({
    entry: id,
    topic: 'mail.letter',
    attempts: 1,
    fault: '450 4.2.2 <[address]>: mailbox full',
    message,
  })
  expect(JSON.stringify(lines)).not.toContain('asha')
})
