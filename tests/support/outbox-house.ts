import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Letter, OutboxEntry } from '../../src/applications/outbox.ts'
import { composeLetter } from '../../src/server/mail/messages/compose.ts'
import type { Mailer } from '../../src/server/mail/port.ts'
import { createHandlers } from '../../src/server/outbox/handlers.ts'
import { createWorker } from '../../src/server/outbox/worker.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import { forms } from './answers.ts'
import { settings } from './letters.ts'
import { submission } from './submissions.ts'

/** How much faster than the clock on the wall the worker's clock runs. */
export const faster = 20

/** A real store with a worker on it whose clock runs fast, sending through `mailer`. */
export async function outboxHouse(mailer: Mailer) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kolam-outbox-'))
  const storage = await openStorage({ dataDir })
  const started = Date.now()
  const clock = (): Date => new Date(started + (Date.now() - started) * faster)
  const worker = createWorker({
    outbox: storage.outbox,
    handlers: createHandlers({
      applications: storage.applications,
      forms,
      mailer,
      compose: ({ letter }, application, form, id) => composeLetter(letter as Letter, application, form, settings, id),
      sheet: undefined,
      holdS: 10,
      now: clock,
    }),
    clock,
    log: { info: () => {}, warn: () => {} },
    wait: (ms, signal) => pause(ms / faster, undefined, { signal }).catch(() => undefined),
  })

  return {
    storage,
    worker,
    clock,
    /** Queues a confirmation to this address. */
    async letter(applicantEmail: string): Promise<string> {
      const { change, ...rest } = submission({ applicantEmail, submittedAt: clock() })
      const outbox = change.outbox.filter(({ topic }) => topic === 'mail.letter')
      await storage.applications.add({ ...rest, change: { ...change, outbox } })
      worker.poke()
      return change.application.id
    },
    /** An application's one letter, as soon as it is `as` is. */
    async entry(applicationId: string, as: (entry: OutboxEntry) => boolean): Promise<OutboxEntry> {
      for (const end = performance.now() + 10_000; ; await pause(10)) {
        const [entry] = await storage.outbox.forApplication(applicationId)
        if (entry !== undefined && as(entry)) return entry
        if (performance.now() > end) throw new Error(`waited in vain; the letter is ${JSON.stringify(entry)}`)
      }
    },
    async close(): Promise<void> {
      await worker.stop()
      await storage.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
