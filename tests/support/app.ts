import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { rubrics } from '../../src/content/content.ts'
import { assemble } from '../../src/server/assemble.ts'
import { readConfig } from '../../src/server/config.ts'
import { wording } from '../../src/server/mail/messages/wording-files.ts'
import type { Sheet } from '../../src/server/sheets/port.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { mailerOf, testAdapters } from './adapters.ts'
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

/** When the clock of an app starts. */
export const startOfTest = new Date('2026-01-05T04:30:00Z')

/** `broken` stands in for parts of the store that are to fail, `wrap` for all of it; the outbox is not worked off. */
export async function openApp(
  broken: Partial<Storage> = {},
  sheet: Sheet | undefined = undefined,
  wrap: (storage: Storage) => Storage = (storage) => storage,
): Promise<App> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'kolam-app-'))
  const database = await testDatabase()
  const real = await openStorage({ dataDir, databaseUrl: database.url })
  const storage = wrap({ ...real, ...broken })
  const clock = { ms: startOfTest.getTime() }
  const passcodes: string[] = []
  const { app } = assemble(readConfig({ LIMIT_SUBMISSIONS: '100000/1m', LIMIT_PASSCODES: '100000/1m' }), {
    ...testAdapters,
    storage,
    sheet,
    mailer: mailerOf(({ code }) => code !== undefined && passcodes.push(code)),
    content: { siteName: 'Kolam', forms, notice: '2026-01-01', rubrics, wording },
    now: () => new Date(clock.ms),
  })
  return {
    storage,
    clock,
    passcodes,
    request: async (url, init) => app.request(url, init),
    routes: app.routes,
    remove: async () => {
      await real.close()
      await database.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
