/**
 * `node bench/outage.ts [LETTERS]`: the mail provider is down for 72 simulated hours with 10,000 letters waiting, and returns. Prints how long
 * storing a submission takes with the provider up and down, how long the letters take to go out, and how long a passcode takes meanwhile.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendNow } from '../src/server/mail/attempts.ts'
import type { Message } from '../src/server/mail/port.ts'
import { smtpMailer } from '../src/server/mail/smtp.ts'
import { createHandlers } from '../src/server/outbox/handlers.ts'
import { createWorker } from '../src/server/outbox/worker.ts'
import { openStorage } from '../src/server/storage/open.ts'
import { hour, second } from '../src/shared/dates.ts'
import { forms } from '../tests/support/answers.ts'
import { startSmtp } from '../tests/support/smtp.ts'
import { submission } from '../tests/support/submissions.ts'

const letters = Number(process.argv[2] ?? 10_000)
const started = new Date('2026-01-15T00:00:00Z').getTime() - Date.now()
let ahead = 0
const clock = (): Date => new Date(Date.now() + started + ahead)

/** A port on which nobody listens, until the provider returns to it. */
const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const port = (probe.address() as { readonly port: number }).port
await new Promise((resolve) => probe.close(resolve))

const dataDir = await mkdtemp(join(tmpdir(), 'kolam-outage-'))
const storage = await openStorage({ dataDir })
const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Kolam <hello@kolam.example>', now: clock })
const text = 'A letter of the usual length. '.repeat(60)
const compose = (to: string, id: string): Message => ({ id, to, subject: 'Hello', html: `<p>${text}</p>`, text })
const worker = createWorker({
  outbox: storage.outbox,
  handlers: createHandlers({
    applications: storage.applications,
    forms,
    mailer,
    compose: (_letter, { applicantEmail }, _form, id) => compose(applicantEmail, id),
    sheet: undefined,
  }),
  clock,
  log: { info: () => {}, warn: () => {} },
  wait: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
})

async function store(): Promise<number> {
  const { change, ...rest } = submission({ submittedAt: clock() })
  const outbox = change.outbox.filter(({ topic }) => topic === 'mail.letter')
  const from = performance.now()
  await storage.applications.add({ ...rest, change: { ...change, outbox } })
  const took = performance.now() - from
  worker.poke()
  return took
}

/** Stores `count` submissions, twenty at a time; milliseconds of each, in order. */
async function storeMany(count: number): Promise<readonly number[]> {
  const took: number[] = []
  for (let done = 0; done < count; done += 20) took.push(...(await Promise.all(Array.from({ length: 20 }, store))))
  return took.sort((a, b) => a - b)
}
const shown = (took: readonly number[]): string =>
  `p50 ${took[Math.floor(took.length / 2)]?.toFixed(1)} ms, p99 ${took[Math.floor(took.length * 0.99)]?.toFixed(1)} ms`

await storeMany(200)
console.log(`submissions without a worker: ${shown(await storeMany(1000))}`)
worker.start()
await pause(2000)
console.log(`submissions while mail is down: ${shown(await storeMany(1000))}`)
await storeMany(Math.max(0, letters - 2200))
const waiting = (await storage.outbox.counts()).waiting
await pause(5000)

ahead = 72 * hour
const smtp = await startSmtp(port)
const back = performance.now()
worker.poke()
await smtp.until(1)
const passcodes: number[] = []
while ((await storage.outbox.counts()).sent < waiting && performance.now() - back < 30 * 60 * second) {
  const from = performance.now()
  await sendNow(mailer, compose('admin@example.com', `passcode-${passcodes.length}`), (ms) => pause(ms))
  passcodes.push(performance.now() - from)
  await pause(1000)
}
const minutes = (performance.now() - back) / 60_000
const copies = smtp.delivered.length - passcodes.length - new Set(smtp.delivered.flatMap(({ to }) => to)).size + 1
console.log(`${waiting} letters after 72 hours: all delivered in ${minutes.toFixed(1)} minutes, ${copies} copies`)
console.log(`passcodes meanwhile: at most ${Math.max(...passcodes).toFixed(0)} ms of ${passcodes.length}`)
console.log(JSON.stringify(await storage.outbox.counts()))
await worker.stop()
await storage.close()
await smtp.close()
await rm(dataDir, { recursive: true, force: true })
