import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutboxEntry } from '../../src/applications/outbox.ts'
import { assemble } from '../../src/programs/start/assemble.ts'
import { wait } from '../../src/programs/start/wait.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Mailer } from '../../src/server/mail/port.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import { testAdapters, testContent, todaysForms, wideLimits } from './adapters.ts'
import { forms } from './answers.ts'
import { submission } from './submissions.ts'

/** How much faster than real time the clock of the worker runs. */
export const faster = 20

/** A real storage with a worker that sends through `mailer` and whose clock runs fast. */
export async function outboxHarness(mailer: Mailer) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kolam-outbox-'))
  const storage = await openStorage({ dataDir })
  const started = Date.now()
  const clock = (): Date => new Date(started + (Date.now() - started) * faster)
  const { worker } = assemble(readConfig(wideLimits), {
    ...testAdapters,
    formVersions: todaysForms(forms),
    storage,
    mailer,
    content: testContent(forms),
    now: clock,
    wait: (ms, signal) => wait(ms / faster, signal),
  })

  return {
    storage,
    worker,
    clock,
    /** Queues a confirmation to this address. */
    async letter(applicantEmail: string): Promise<string> {
      const { change, ...rest } = submission({ applicantEmail, submittedAt: clock(), ip: '127.0.0.1' })
      const outbox = change.outbox.filter(({ topic }) => topic === 'mail.letter')
      await storage.applications.add({ ...rest, change: { ...change, outbox } })
      worker.poke()
      return change.application.id
    },
    /** Waits until the one letter of an application has the properties of `as`, and returns it. */
    async entry(applicationId: string, as: (entry: OutboxEntry) => boolean): Promise<OutboxEntry> {
      for (const end = performance.now() + 10_000; ; await wait(10)) {
        const [entry] = await storage.outbox.forApplication(applicationId)
        if (entry !== undefined && as(entry)) return entry
        if (performance.now() > end) throw new Error(`timed out; the letter is ${JSON.stringify(entry)}`)
      }
    },
    async close(): Promise<void> {
      await worker.stop()
      await storage.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
