/**
 * `node bench/outage.ts [LETTERS]`: the mail provider is down for 72 simulated hours while 10,000 letters wait, and then is up again. Prints how
 * long it takes to send the letters, and how long a passcode takes meanwhile. `outage-submissions.ts` measures the effect on submissions.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assemble } from '../src/server/assemble.ts'
import { readConfig } from '../src/server/config.ts'
import { sendNow } from '../src/server/mail/attempts.ts'
import type { Message } from '../src/server/mail/port.ts'
import { smtpMailer } from '../src/server/mail/smtp.ts'
import { openStorage } from '../src/server/storage/open.ts'
import { hour, second } from '../src/shared/dates.ts'
import { testAdapters, testContent, todaysForms, wideLimits } from '../tests/support/adapters.ts'
import { forms } from '../tests/support/answers.ts'
import { startSmtp } from '../tests/support/smtp.ts'
import { submission } from '../tests/support/submissions.ts'

const letters = Number(process.argv[2] ?? 10_000)
const started = new Date('2026-01-15T00:00:00Z').getTime() - Date.now()
let ahead = 0
const clock = (): Date => new Date(Date.now() + started + ahead)

/** The port of the provider. Nothing listens on it during the outage. */
const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const port = (probe.address() as { readonly port: number }).port
await new Promise((resolve) => probe.close(resolve))

const dataDir = await mkdtemp(join(tmpdir(), 'kolam-outage-'))
const storage = await openStorage({ dataDir })
const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Kolam <hello@kolam.example>', now: clock })
const text = 'A letter of the usual length. '.repeat(60)
const compose = (to: string, id: string): Message => ({ id, to, subject: 'Hello', html: `<p>${text}</p>`, text })
const { worker } = assemble(readConfig(wideLimits), {
  ...testAdapters,
  formVersions: todaysForms(forms),
  storage,
  mailer,
  content: testContent(forms),
  now: clock,
})

async function store(): Promise<void> {
  const { change, ...metadata } = submission({ submittedAt: clock() })
  const outbox = change.outbox.filter(({ topic }) => topic === 'mail.letter')
  await storage.applications.add({ ...metadata, change: { ...change, outbox } })
  worker.poke()
}

worker.start()
for (let done = 0; done < letters; done += 50) await Promise.all(Array.from({ length: Math.min(50, letters - done) }, store))
const { waiting: free, claimed } = await storage.outbox.counts()
const waiting = free + claimed
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
console.log(`${waiting} letters after 72 hours: all delivered in ${minutes.toFixed(1)} minutes, ${copies} duplicates`)
console.log(`passcodes meanwhile: at most ${Math.max(...passcodes).toFixed(0)} ms of ${passcodes.length}`)
console.log(JSON.stringify(await storage.outbox.counts()))
await worker.stop()
await storage.close()
await smtp.close()
await rm(dataDir, { recursive: true, force: true })
