import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { Application } from '../../src/applications/application.ts'
import type { Delivery } from '../../src/applications/outgoing.ts'
import { createApp } from '../../src/server/app.ts'
import { submissionLimit } from '../../src/server/http/limits.ts'
import { createWatch } from '../../src/server/live/watch.ts'
import { watchProcess } from '../../src/server/metrics/process.ts'
import { createTally } from '../../src/server/metrics/tally.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { forms } from './answers.ts'
import { testDatabase } from './database.ts'

/** The server's own app on a real store, with a clock that the test moves and a mail that the test reads. */
export interface App {
  readonly storage: Storage
  /** The time that the server believes it is, in milliseconds; set it to move on. */
  clock: { ms: number }
  /** The passcodes that were mailed, oldest first. */
  readonly passcodes: string[]
  request(path: string, init?: RequestInit): Promise<Response>
  /** Everything that is registered with it. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  remove(): Promise<void>
}

const wide = { count: 100_000, periodMs: 60_000 }

const letterTo = ({ letter }: { readonly letter: string }, { applicantEmail }: Application, _form: unknown, id: string) => ({
  id,
  to: applicantEmail,
  subject: letter,
  html: `<p>${letter}</p>`,
  text: letter,
})

const well = { failingSince: undefined, fault: '' }
const healthy = { 'mail.letter': well, 'sheet.row': well, 'sheet.removal': well }

/** `broken` stands in for parts of the store that are to fail, `wrap` for all of it. */
export async function openApp(
  broken: Partial<Storage> = {},
  delivery: Delivery = { spreadsheet: 'none', holdS: 10 },
  wrap: (storage: Storage) => Storage = (storage) => storage,
): Promise<App> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'kolam-app-'))
  const database = await testDatabase()
  const real = await openStorage({ dataDir, databaseUrl: database.url })
  const storage = wrap({ ...real, ...broken })
  const clock = { ms: Date.parse('2026-01-05T04:30:00Z') }
  const passcodes: string[] = []
  const now = (): Date => new Date(clock.ms)
  const shared = { now, poke: () => {}, applications: storage.applications, limits: storage.limits, delivery }
  const app = createApp({
    intake: {
      ...shared,
      forms,
      notice: '2026-01-01',
      count: submissionLimit(storage.limits, wide),
      drawRefused: () => undefined,
    },
    auth: {
      ...shared,
      adminEmail: 'admin@example.com',
      passcodes: storage.passcodes,
      sessions: storage.sessions,
      replies: storage.replies,
      limit: wide,
      secure: false,
      sendPasscode: async (_, code) => void passcodes.push(code),
    },
    review: { ...shared, forms, outbox: storage.outbox, sendMessage: async () => ({ id: 'x' }) },
    letters: { ...shared, forms, outbox: storage.outbox, compose: letterTo, previews: () => [] },
    correspondence: { ...shared, outbox: storage.outbox },
    spreadsheet: { rebuild: undefined },
    metrics: {
      ...createTally(),
      build: { version: '0.0.0', node: '24', store: 'sqlite' },
      token: undefined,
      measures: storage.measures,
      health: () => healthy,
      process: watchProcess(),
    },
    settings: storage.settings,
    watch: createWatch(storage.applications, now, () => {}),
    stopped: new AbortController().signal,
    site: new Map(),
    publicUrl: 'http://localhost:3000',
    trustProxy: 0,
    log: pino({ level: 'silent' }),
    now,
    ready: () => storage.ping(),
  })
  return {
    storage,
    clock,
    passcodes,
    request: async (place, init) => app.request(place, init),
    routes: app.routes,
    remove: async () => {
      await real.close()
      await database.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
