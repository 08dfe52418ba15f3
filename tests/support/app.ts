import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { paths } from '../../src/api/paths.ts'
import { rubrics } from '../../src/content/content.ts'
import type { Cohort } from '../../src/content/schema/cohort.ts'
import { renderOpening, renderPrivatePage } from '../../src/form-view/render.tsx'
import type { Forms } from '../../src/forms/definitions/all.ts'
import type { Adapters } from '../../src/server/adapters.ts'
import { assemble } from '../../src/server/assemble.ts'
import { readConfig } from '../../src/server/config.ts'
import { wording } from '../../src/server/content.ts'
import { openFormVersions } from '../../src/server/form-versions.ts'
import type { Mailer, Message } from '../../src/server/mail/port.ts'
import type { Sheet } from '../../src/server/sheets/port.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { mailerOf, promises, testAdapters, wideLimits } from './adapters.ts'
import { forms as today } from './answers.ts'
import { run, testDatabase } from './database.ts'
import type { Json } from './desk.ts'
import { cookiesOf, until } from './server.ts'

/** The server's own app on a real store, with a clock that the test moves and a mail that the test reads. */
export interface App {
  readonly storage: Storage
  readonly dataDir: string
  /** The time that the server believes it is, in milliseconds; set it to move on. */
  clock: { ms: number }
  /** What was mailed, oldest first, and the passcodes among it. */
  readonly mails: Message[]
  readonly passcodes: string[]
  request(path: string, init?: RequestInit): Promise<Response>
  /** Signs in with a mailed passcode; the `Cookie` header of the session. */
  signIn(): Promise<string>
  /** Does a chore of the server once. */
  chore(name: string): Promise<unknown>
  /** Works off what is due in the outbox now; resolves when nothing is left to do. */
  workOff(): Promise<void>
  /** Runs a statement on the database over another connection, as somebody would by hand. */
  byHand(statement: string): Promise<void>
  /** Everything that is registered with it. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  remove(): Promise<void>
}

/** When the clock of an app starts. */
export const startOfTest = new Date('2026-01-05T04:30:00Z')

export interface AppOptions {
  /** A folder that stays when the app is removed; one of its own unless given. */
  readonly dataDir?: string
  /** A PostgreSQL of the test's own; otherwise that of the run. */
  readonly databaseUrl?: string
  /** Stands in for parts of the store that are to fail. */
  readonly broken?: Partial<Storage>
  readonly sheet?: Sheet | undefined
  /** The built pages by path; none unless given. */
  readonly site?: Adapters['site']
  /** The cohorts whose deadlines the server knows; none unless given. */
  readonly cohorts?: readonly Cohort[]
  /** Stands in for all of the store. */
  readonly wrap?: (storage: Storage) => Storage
  /** Where mail goes, in place of `mails`. */
  readonly mailer?: Mailer
  /** Settings, as the environment has them; limits are wide unless they say otherwise. */
  readonly settings?: Readonly<Record<string, string>>
  /** Periods and promises; those of content/ unless given. */
  readonly promises?: Adapters['content']['promises']
  readonly backups?: Adapters['backups']
  /** The forms as they are asked; the tests' own unless given. */
  readonly forms?: Forms
}

/** The outbox is worked off only when a test asks for it. */
export async function openApp(options: AppOptions = {}): Promise<App> {
  const {
    broken = {},
    sheet,
    site = testAdapters.site,
    cohorts = [],
    forms = today,
    wrap = (storage) => storage,
    settings = {},
    backups = testAdapters.backups,
    mailer,
  } = options
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'kolam-app-')))
  const database = await testDatabase()
  const real = await openStorage({ dataDir, databaseUrl: options.databaseUrl ?? database.url, recordsDeletions: true })
  const storage = wrap({ ...real, ...broken })
  const clock = { ms: startOfTest.getTime() }
  const mails: Message[] = []
  const passcodes: string[] = []
  const { app, worker, chores } = assemble(readConfig({ ...wideLimits, ...settings }), {
    ...testAdapters,
    formVersions: await openFormVersions(storage.formSnapshots, forms, new Date(clock.ms)),
    storage,
    backups,
    sheet,
    site,
    drawPrivatePage: renderPrivatePage,
    drawOpening: renderOpening,
    mailer:
      mailer ??
      mailerOf((message) => {
        mails.push(message)
        if (message.code !== undefined) passcodes.push(message.code)
      }),
    content: {
      siteName: 'Kolam',
      forms,
      notice: '2026-01-01',
      rubrics,
      wording,
      cohorts,
      promises: options.promises ?? promises,
    },
    now: () => new Date(clock.ms),
  })
  return {
    storage,
    dataDir,
    clock,
    mails,
    passcodes,
    request: async (url, init) => app.request(url, init),
    signIn: async () => {
      const post = (path: string, body: object) =>
        app.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const email = 'admin@example.com'
      await post(paths.otp, { email })
      return cookiesOf(await post(paths.verify, { email, otp: passcodes.at(-1) }))
    },
    chore: async (name) => chores.find((chore) => chore.name === name)?.work(),
    async workOff() {
      worker.start()
      worker.poke()
      await until('the outbox to be worked off', async () => {
        // In this order: what is claimed in between is counted.
        const waiting = await storage.outbox.inState('waiting', 1000)
        const { claimed } = await storage.outbox.counts('claimed')
        const isDone = claimed === 0 && waiting.every(({ dueAt }) => dueAt.getTime() > clock.ms)
        if (!isDone) worker.poke()
        return isDone || undefined
      })
    },
    async byHand(statement) {
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

/** A call of the desk: the reply's JSON with its status. */
export type DeskCall = (path: string, init?: { readonly method?: string; readonly body?: unknown }) => Promise<Json>

/** The admin's calls to an app, signed in. */
export async function deskCalls({ request, signIn }: App): Promise<DeskCall> {
  const cookie = await signIn()
  return async (path, { method, body } = {}) => {
    const response = await request(path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, ...(await response.json()) }
  }
}
