import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { routes } from '../../src/api/routes.ts'
import { rubrics, site as whoWeAre } from '../../src/content/content.ts'
import type { Cohort } from '../../src/content/schema/cohort.ts'
import { renderPrivatePage } from '../../src/form-view/render.tsx'
import type { Forms } from '../../src/forms/form.ts'
import type { Adapters } from '../../src/programs/start/adapters.ts'
import { type Assembled, assemble } from '../../src/programs/start/assemble.ts'
import { readConfig } from '../../src/server/config.ts'
import { openFormVersions } from '../../src/server/forms/open-versions.ts'
import type { Mailer, Message } from '../../src/server/mail/port.ts'
import { wording } from '../../src/server/pages/content.ts'
import type { Sheet } from '../../src/server/sheets/port.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { mailerOf, promises, testAdapters, wideLimits } from './adapters.ts'
import { forms as today } from './answers.ts'
import { putDatabase, run, testDatabase } from './database.ts'
import { type Desk, deskOf, json } from './desk.ts'
import { cookiesOf, until } from './server.ts'

/** The server's app on a real storage, with a clock that the test sets and mail that the test can read. */
export interface App extends Desk {
  readonly storage: Storage
  readonly dataDir: string
  /** The current time of the server, in milliseconds; a test sets it. */
  clock: { ms: number }
  /** The mail that was sent, oldest first, and the passcodes in it. */
  readonly mails: Message[]
  readonly passcodes: string[]
  /** What `listen` needs to answer requests on a port. */
  readonly listening: Pick<Assembled, 'answer' | 'loadApp'>
  /** Runs a chore of the server once. By default the server has run until now; after `stopped` it has not. */
  chore(name: string, before?: 'running' | 'stopped'): Promise<unknown>
  /** Sends the outbox entries that are due; resolves when none is left. */
  runOutbox(): Promise<void>
  /** Runs a statement on the database over another connection, like an administrator by hand. */
  runSql(statement: string): Promise<void>
  /** All registered routes. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  remove(): Promise<void>
}

/** The time at which the clock of an app starts. */
export const startOfTest = new Date('2026-01-05T04:30:00Z')

export interface AppOptions {
  /** A data folder that stays when the app is removed; by default a new one. */
  readonly dataDir?: string
  /** The test's own PostgreSQL; null: SQLite in the data folder, whatever the run tests; by default that of the run. */
  readonly databaseUrl?: string | null
  /** Wraps the storage, so that parts of it can fail. */
  readonly broken?: Partial<Storage>
  readonly sheet?: Sheet | undefined
  /** The built pages by path; by default none. */
  readonly site?: Adapters['site']
  /** The cohorts of the server, with their deadlines; by default none. */
  readonly cohorts?: readonly Cohort[]
  /** Replaces the whole storage. */
  readonly wrap?: (storage: Storage) => Storage
  /** Receives the mail instead of `mails`. */
  readonly mailer?: Mailer
  /** Settings as environment variables; by default limits are wide. */
  readonly settings?: Readonly<Record<string, string>>
  /** Periods and promises; by default those of content/. */
  readonly promises?: Adapters['content']['promises']
  /** By default one with space. */
  readonly disk?: Adapters['disk']
  /** The forms; by default those of `answers.ts`. */
  readonly forms?: Forms
}

/** Opens an app. It sends outbox entries only when a test calls `runOutbox`. */
export async function openApp(options: AppOptions = {}): Promise<App> {
  const {
    broken = {},
    sheet,
    site = testAdapters.site,
    cohorts = [],
    forms = today,
    wrap = (storage) => storage,
    settings = {},
    disk = testAdapters.disk,
    mailer,
  } = options
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'kolam-app-')))
  const database = await testDatabase()
  const databaseUrl = options.databaseUrl === undefined ? database.url : (options.databaseUrl ?? undefined)
  if (options.dataDir === undefined && databaseUrl === undefined) await putDatabase(dataDir)
  const real = await openStorage({ dataDir, databaseUrl, recordsDeletions: true })
  const storage = wrap({ ...real, ...broken })
  const clock = { ms: startOfTest.getTime() }
  const mails: Message[] = []
  const passcodes: string[] = []
  const { answer, loadApp, worker, chores } = assemble(readConfig({ ...wideLimits, ...settings }), {
    ...testAdapters,
    formVersions: await openFormVersions(storage.formSnapshots, forms, new Date(clock.ms)),
    storage,
    disk,
    sheet,
    site,
    loadRenderer: async () => ({
      ...(await testAdapters.loadRenderer()),
      drawPrivatePage: renderPrivatePage,
    }),
    mailer:
      mailer ??
      mailerOf((message) => {
        mails.push(message)
        if (message.code !== undefined) passcodes.push(message.code)
      }),
    content: {
      site: whoWeAre,
      forms,
      notice: '2026-01-01',
      rubrics,
      wording,
      replies: [],
      languages: [],
      postDays: [],
      cohorts,
      promises: options.promises ?? promises,
    },
    now: () => new Date(clock.ms),
  })
  const app = await loadApp()
  return {
    storage,
    dataDir,
    clock,
    mails,
    passcodes,
    ...deskOf({
      request: async (url, init) => app.request(url, init),
      signIn: async () => {
        const email = 'admin@example.com'
        await app.request(routes.requestPasscode.path, json('POST', { email }))
        return cookiesOf(await app.request(routes.verifyPasscode.path, json('POST', { email, otp: passcodes.at(-1) })))
      },
    }),
    listening: { answer, loadApp: async () => app },
    chore: async (name, before = 'running') => {
      if (before === 'running') await real.raiseLatestTime(new Date(clock.ms))
      await chores.find((chore) => chore.name === name)?.work()
    },
    async runOutbox() {
      worker.start()
      worker.poke()
      await until('the outbox to be empty', async () => {
        // In this order, because an entry that is claimed between the two calls must count.
        const waiting = await storage.outbox.inState('waiting', 1000)
        const { claimed } = await storage.outbox.counts('claimed')
        const isDone = claimed === 0 && waiting.every(({ dueAt }) => dueAt.getTime() > clock.ms)
        if (!isDone) worker.poke()
        return isDone || undefined
      })
    },
    async runSql(statement) {
      if (database.url !== undefined) return run(database.url, statement)
      const db = new DatabaseSync(path.join(dataDir, 'kolam.sqlite'))
      db.exec(statement)
      db.close()
    },
    routes: app.routes,
    remove: async () => {
      await worker.stop()
      await real.close()
      await database.remove()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
