import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { serverEnvironment, serverFlags } from '../../scripts/runtime.mjs'
import { testDatabase } from './database.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/** The built server, running as its users would run it, on a port and a data folder of its own. */
export interface Running {
  readonly url: string
  readonly dataDir: string
  /** Undefined on SQLite. */
  readonly databaseUrl: string | undefined
  /** The id of its process, which changes with every start. */
  pid(): number
  /** Everything that it printed so far. */
  output(): string
  /** Ends it in order, or at once (`SIGKILL`); the data stay. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Ends it and removes the data. */
  remove(): Promise<void>
  /** The captured mail, oldest first. */
  mails(): Promise<readonly Email[]>
  /** The first captured mail that `matches`, as soon as it is there. */
  mail(matches: (mail: Email) => boolean): Promise<Email>
  /** Signs in with a mailed passcode; the `Cookie` header of the session. */
  signIn(): Promise<string>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Calls `check` until it gives something; fails after `ms`, saying what was waited for. */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | undefined> | Value | undefined,
  ms = 30_000,
): Promise<Value> {
  const end = Date.now() + ms
  for (;;) {
    const value = await check()
    if (value !== undefined) return value
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The header that sends a cookie back, from what a reply sets. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/**
 * Starts the built server, on an empty database of the kind that this run is about. Settings are environment variables; limits are wide
 * unless a test sets them.
 */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
  program = path.join(root, 'dist/server/main.js'),
): Promise<Running> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'kolam-test-')))
  const database = settings.DATABASE_URL === undefined ? await testDatabase() : undefined
  const port = Number(settings.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let printed = ''

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [...serverFlags, program], {
      // a folder without settings of its own
      cwd: os.tmpdir(),
      env: {
        PATH: process.env.PATH,
        ...serverEnvironment,
        HOST: '127.0.0.1',
        LIMIT_SUBMISSIONS: '100000/1m',
        LIMIT_PASSCODES: '10000/1h',
        LIMIT_CONFIRMATIONS: '100000/1m',
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
        // a server that fails to start ends, so that only a busy machine takes long
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

  const mails = async (): Promise<readonly Email[]> => {
    const folder = path.join(dataDir, 'mail')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))))
  }
  const mail = (matches: (mail: Email) => boolean): Promise<Email> => until('a mail', async () => (await mails()).find(matches))

  const post = (route: string, body: unknown): Promise<Response> =>
    fetch(url + route, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  const signIn = async (): Promise<string> => {
    const email = settings.ADMIN_EMAIL ?? 'admin@example.com'
    const before = (await mails()).length
    const otpReply = await post('/api/auth/otp', { email })
    if (!otpReply.ok) throw new Error(`no passcode: ${await otpReply.text()}`)
    const letter = await until('the passcode', async () =>
      (await mails()).slice(before).find((mail) => /\b\d{6}\b/.test(mail.text ?? '')),
    )
    const otp = /\b(\d{6})\b/.exec(letter.text ?? '')?.[1]
    const verified = await post('/api/auth/verify', { email, otp })
    if (!verified.ok) throw new Error(`not signed in: ${await verified.text()}`)
    return cookiesOf(verified)
  }

  await start()
  return {
    url,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? database?.url,
    pid: () => child?.pid ?? 0,
    output: () => printed,
    stop,
    start,
    mails,
    mail,
    signIn,
    remove: async () => {
      await stop('SIGKILL')
      await database?.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
