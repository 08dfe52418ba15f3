import { access, constants, mkdir, statfs } from 'node:fs/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import manifest from '../../../package.json' with { type: 'json' }
import type { Delivery } from '../../applications/outgoing.ts'
import { site as content, notice } from '../../content/content.ts'
import { renderRefused } from '../../form-view/refused.tsx'
import { minute, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { createApp } from '../app.ts'
import { adminSessions } from '../auth/admin-sessions.ts'
import { codeLife } from '../auth/request-code.ts'
import { createChore } from '../chore.ts'
import { type Config, ConfigFault, processEnvironment, readConfig } from '../config.ts'
import type { Letters } from '../desk/letters.ts'
import { loadForms } from '../forms.ts'
import { closing } from '../http/closing.ts'
import { submissionLimit } from '../http/limits.ts'
import { createWatch } from '../live/watch.ts'
import { openLog } from '../log.ts'
import { mailCallWords, passcodeWords, sendNow } from '../mail/attempts.ts'
import { composeLetter, composePasscode } from '../mail/messages/compose.ts'
import { ownMessage, writtenMessage } from '../mail/messages/own.ts'
import { previews } from '../mail/messages/preview.ts'
import { wording } from '../mail/messages/wording-files.ts'
import { openMailer } from '../mail/open.ts'
import { watchProcess } from '../metrics/process.ts'
import { createTally } from '../metrics/tally.ts'
import { createHandlers } from '../outbox/handlers.ts'
import { createWorker } from '../outbox/worker.ts'
import { compressSite, refine } from '../pages/compress.ts'
import { refusedDrawer } from '../pages/draw-refused.ts'
import { loadSite } from '../pages/load.ts'
import { primary } from '../sheets/primary.ts'
import { rebuild } from '../sheets/rebuild.ts'
import { scriptSheet } from '../sheets/script.ts'
import { openStorage } from '../storage/open.ts'
import { searchTextFrom } from '../storage/search-text.ts'
import { lastWords } from './last-words.ts'

/** The built pages stand beside the built server. */
const siteFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../site')

/** Less room than this on the disk, and nothing new can be promised to be kept. Bytes. */
const leastRoom = 64 * 1024 * 1024

/** How long a client may take for its headers, and for a whole request: a resume goes up in 120 s, or the form gives up. Milliseconds. */
const patience = { headersTimeout: 10 * second, requestTimeout: 130 * second, connectionsCheckingInterval: 5 * second }

/** Why the server cannot listen, as the setting that is to be changed. */
function cannotListen(error: NodeJS.ErrnoException, { PORT, HOST }: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigFault(`PORT: got ${PORT}, which another program uses; it takes a port that is free`)
  if (error.code === 'EACCES') return new ConfigFault(`PORT: got ${PORT}, which this user may not use; it takes one above 1023`)
  if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL' || error.code === 'EINVAL')
    return new ConfigFault(`HOST: got ${JSON.stringify(HOST)}; it takes a name or an address of this machine`)
  return error
}

async function main(): Promise<void> {
  const config = readConfig(processEnvironment())
  // what people wrote is nobody's to read but this account's
  process.umask(0o077)
  const log = openLog(config.LOG_LEVEL)
  const now = (): Date => new Date()
  const forms = loadForms()
  await mkdir(config.DATA_DIR, { recursive: true })
    .then(() => access(config.DATA_DIR, constants.W_OK))
    .catch((error) => {
      throw new ConfigFault(
        `DATA_DIR: got ${JSON.stringify(config.DATA_DIR)}, which is of no use (${error.code}); it takes a folder to write to`,
      )
    })
  const [storage, site] = await Promise.all([
    openStorage({
      dataDir: config.DATA_DIR,
      databaseUrl: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL,
      searchText: searchTextFrom(forms),
    }),
    loadSite(siteFolder, config.PUBLIC_URL),
  ])
  const mailer = openMailer({
    smtpUrl: config.SMTP_URL,
    resendKey: config.RESEND_API_KEY,
    resendUrl: config.RESEND_URL,
    from: config.MAIL_FROM,
    captureFolder: path.join(config.DATA_DIR, 'mail'),
    print: (line) => console.log(line),
    now,
  })
  const sheet = config.SHEET_URL === undefined ? undefined : scriptSheet({ url: config.SHEET_URL, siteUrl: config.PUBLIC_URL })
  const delivery: Delivery = { spreadsheet: sheet === undefined ? 'none' : config.SHEET_ROLE, holdS: config.DECISION_HOLD_S }
  const letters = { wording, siteName: content.name, siteUrl: config.PUBLIC_URL, bookingUrl: config.PITCH_BOOKING_URL }
  const compose: Letters['compose'] = (letter, application, form, id) =>
    letter.letter === 'written'
      ? writtenMessage(id, application.applicantEmail, letter.subject, letter.text, letters)
      : composeLetter(letter.letter, application, form, letters, id)
  const wait = (ms: number, signal?: AbortSignal): Promise<void> => pause(ms, undefined, { signal }).catch(() => undefined)
  const worker = createWorker({
    outbox: storage.outbox,
    handlers: createHandlers({
      applications: storage.applications,
      forms,
      mailer,
      compose,
      sheet,
      holdS: delivery.holdS,
      now,
    }),
    clock: now,
    log,
    wait,
  })
  const shared = { now, poke: worker.poke, applications: storage.applications, limits: storage.limits, delivery }
  const warn = (data: object, message: string): void => log.warn(data, message)
  const review = { applications: storage.applications, sheet, forms, now, warn }
  const reviewed =
    delivery.spreadsheet === 'primary' && sheet !== undefined ? primary({ ...review, sheet }) : storage.applications
  const stopped = new AbortController()
  const app = createApp({
    intake: {
      ...shared,
      forms,
      notice: notice.version,
      count: submissionLimit(storage.limits, config.LIMIT_SUBMISSIONS),
      drawRefused: refusedDrawer(site, (refused) => renderRefused({ ...refused, notice })),
    },
    auth: {
      ...shared,
      adminEmail: config.ADMIN_EMAIL,
      passcodes: storage.passcodes,
      sessions: adminSessions(storage.sessions, config.ADMIN_EMAIL),
      replies: storage.replies,
      limit: config.LIMIT_PASSCODES,
      secure: config.PUBLIC_URL.startsWith('https:'),
      sendPasscode: async (to, code) => {
        await sendNow(mailer, composePasscode(to, code, letters, newId(now()), codeLife), wait, passcodeWords)
      },
    },
    review: {
      ...shared,
      applications: reviewed,
      forms,
      outbox: storage.outbox,
      sendMessage: (to, subject, html) =>
        sendNow(mailer, ownMessage(newId(now()), to, subject, html, letters), wait, mailCallWords),
    },
    letters: {
      applications: reviewed,
      outbox: storage.outbox,
      forms,
      compose,
      previews: () => previews(forms, letters, now()),
    },
    correspondence: {
      ...shared,
      applications: reviewed,
      outbox: storage.outbox,
    },
    spreadsheet: {
      rebuild:
        sheet === undefined || config.SHEET_ROLE === 'primary'
          ? undefined
          : (told) => rebuild({ ...shared, outbox: storage.outbox, sheet, holdS: delivery.holdS, wait }, told),
    },
    metrics: {
      ...createTally(),
      build: {
        version: manifest.version,
        node: process.versions.node,
        store: config.DATABASE_URL === undefined ? 'sqlite' : 'postgresql',
      },
      token: config.METRICS_TOKEN,
      measures: storage.measures,
      health: worker.health,
      process: watchProcess(),
    },
    settings: storage.settings,
    watch: createWatch(storage.applications, now, (err) => log.warn({ err, operation: 'watch' }, 'changes cannot be seen')),
    stopped: stopped.signal,
    site,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    log,
    now,
    ready: async () => {
      await storage.ping()
      const { bavail, bsize } = await statfs(config.DATA_DIR)
      if (bavail * bsize < leastRoom) throw new AppError('DATABASE_CONNECTION_FAILED', { log: { reason: 'the disk is full' } })
    },
  })

  const server = serve({
    fetch: app.fetch,
    port: config.PORT,
    hostname: config.HOST || undefined,
    serverOptions: patience,
  }) as Server
  const close = closing(server)
  await new Promise<void>((resolve, reject) =>
    server.once('listening', resolve).once('error', (error) => reject(cannotListen(error, config))),
  )
  const listening = server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : config.PORT
  const publicUrl = config.PUBLIC_URL.replace(/:0$/, `:${port}`)
  console.log(`Kolam is at ${publicUrl}`)
  console.log(`The admin signs in at ${publicUrl}/app as ${config.ADMIN_EMAIL}`)
  console.log(`Mail goes to ${mailer.describe}`)

  worker.start()
  const chores = [
    setInterval(
      createChore('purge', () => storage.applications.purge(now()), log),
      5 * second,
    ),
    setInterval(
      createChore('sweep', () => storage.sweep(now()), log),
      10 * minute,
    ),
  ]
  const pageCache = path.join(config.DATA_DIR, 'cache', 'pages')
  compressSite(site.values(), path.join(siteFolder, '..', 'compressed'), pageCache)
    .then((rough) => refine(rough, pageCache, minute, stopped.signal))
    .catch((err) => log.warn({ err, operation: 'compress' }, 'pages are served uncompressed'))

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    stopped.abort()
    for (const chore of chores) clearInterval(chore)
    await close()
    await worker.stop()
    await mailer.close()
    await storage.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
}

main().catch((error: unknown) => {
  console.error(lastWords(error))
  process.exit(1)
})
