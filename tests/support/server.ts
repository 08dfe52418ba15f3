import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { putDatabase, testDatabase } from './database.ts'
import { type Desk, deskOf, json } from './desk.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/** The built server, started as an operator starts it, with its own port and data folder. */
export interface Running extends Desk {
  readonly url: string
  readonly dataDir: string
  /** Undefined on SQLite. */
  readonly databaseUrl: string | undefined
  /** The id of its process. It changes with every start. */
  pid(): number
  /** Its output so far. */
  output(): string
  /** Stops it in order, or kills it (`SIGKILL`). The data stay. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again with the same port and data. */
  start(): Promise<void>
  /** Stops it and removes the data. */
  remove(): Promise<void>
  /** All captured mail, oldest first. */
  mails(): Promise<readonly Email[]>
  /** Waits for a captured mail that `matches`, and returns the first one. */
  mail(matches: (mail: Email) => boolean): Promise<Email>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Calls `check` until it returns a value other than undefined. @throws after `ms`, naming `what` */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | undefined> | Value | undefined,
  ms = 60_000,
): Promise<Value> {
  const end = Date.now() + ms
  for (;;) {
    const value = await check()
    if (value !== undefined && value !== false) return value
    if (Date.now() > end) throw new Error(`timed out after ${ms} ms waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The `Cookie` header that sends back the cookies that a response sets. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

const builtServer = path.join(root, 'dist/server/main.js')

/**
 * Starts the built server on an empty database of the kind that this run tests. Settings are environment variables; limits are wide unless a
 * test sets them.
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}, program = builtServer): Promise<Running> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'kolam-test-')))
  const database = settings.DATABASE_URL === undefined ? await testDatabase() : undefined
  // Another program makes a database of its own: it may not know our schema.
  if (program === builtServer && settings.DATA_DIR === undefined && !settings.DATABASE_URL && database?.url === undefined)
    await putDatabase(dataDir)
  const port = Number(settings.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let printed = ''

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [program], {
      // A folder without a settings file.
      cwd: os.tmpdir(),
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        LIMIT_SUBMISSIONS: '100000/1m',
        LIMIT_PASSCODES: '10000/1h',
        DECISION_HOLD_S: '0',
        ...(database?.url !== undefined && { DATABASE_URL: database.url }),
        ...settings,
        DATA_DIR: dataDir,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    started.stdout?.on('data', (chunk) => (printed += chunk))
    started.stderr?.on('data', (chunk) => (printed += chunk))
    await until(
      'the server to answer',
      async () => {
        if (started.exitCode !== null) throw new Error(`the server ended with ${started.exitCode}:\n${printed}`)
        return fetch(`${url}/healthz`).then(
          (response) => response.ok || undefined,
          () => undefined,
        )
        // A server that fails to start exits, so only a busy machine needs this time.
      },
      60_000,
    )
  }

  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const ending = child
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await ended
  }

  const folder = path.join(dataDir, 'mail')
  /** Mail by file name. A file appears when it is complete, and does not change; a test that waits for a mail reads them again and again. */
  const parsed = new Map<string, Promise<Email>>()
  const parse = (name: string): Promise<Email> => {
    const mail = parsed.get(name) ?? readFile(path.join(folder, name)).then((bytes) => PostalMime.parse(bytes))
    parsed.set(name, mail)
    return mail
  }
  const mails = async (): Promise<readonly Email[]> => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(names.map(parse))
  }
  const mail = (matches: (mail: Email) => boolean): Promise<Email> => until('a mail', async () => (await mails()).find(matches))

  const request = (path: string, init?: RequestInit): Promise<Response> => fetch(url + path, { redirect: 'manual', ...init })
  const signIn = async (): Promise<string> => {
    const email = settings.ADMIN_EMAIL ?? 'admin@example.com'
    const before = (await mails()).length
    const otpResponse = await request('/api/auth/otp', json('POST', { email }))
    if (!otpResponse.ok) throw new Error(`no passcode: ${await otpResponse.text()}`)
    const letter = await until('the passcode', async () =>
      (await mails())
        .slice(before)
        .find((mail) => /\b(\d{6})\b/.test(mail.text ?? '') && mail.subject?.startsWith('Your sign-in code') === true),
    )
    const otp = /\b(\d{6})\b/.exec(letter.text ?? '')?.[1]
    const verified = await request('/api/auth/verify', json('POST', { email, otp }))
    if (!verified.ok) throw new Error(`not signed in: ${await verified.text()}`)
    return cookiesOf(verified)
  }

  await start()
  return {
    ...deskOf({ request, signIn }),
    url,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? database?.url,
    pid: () => child?.pid ?? 0,
    output: () => printed,
    stop,
    start,
    mails,
    mail,
    remove: async () => {
      await stop('SIGKILL')
      await database?.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
