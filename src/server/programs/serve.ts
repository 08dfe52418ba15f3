import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import manifest from '../../../package.json' with { type: 'json' }
import { notice, privacyPerson, site } from '../../content/core.ts'
import { minute, second } from '../../shared/dates.ts'
import type { Adapters, Renderer } from '../adapters.ts'
import { assemble } from '../assemble.ts'
import { startChores } from '../chore.ts'
import { type Config, ConfigFault, captureFault, environmentFile, processEnvironment, readConfig } from '../config.ts'
import { acceleratorAt, serverContent } from '../content.ts'
import { readDisk } from '../disk.ts'
import { openFormVersions } from '../form-versions.ts'
import { scanByProgram } from '../intake/scan.ts'
import { openLog } from '../log.ts'
import { openMailer } from '../mail/open.ts'
import { compressSite, refine } from '../pages/compress.ts'
import { loadSite } from '../pages/load.ts'
import { processorsText } from '../pages/processors.ts'
import { scriptSheet } from '../sheets/script.ts'
import { openStorage } from '../storage/open.ts'
import { wait } from '../wait.ts'
import { broken, type Finding } from './doctor/finding.ts'
import { checkNames, checkPlaceholders } from './doctor/settings.ts'
import { listen } from './listen.ts'
import { openServerKey } from './server-key.ts'
import { runProgram } from './terminal.ts'

/** The folder of the built pages, next to the built server. */
const siteFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../site')

/** Creates the data folder. @throws ConfigFault when it cannot be written to */
async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigFault(
      `DATA_DIR: got ${JSON.stringify(folder)}, which cannot be used (${code}); it takes a folder to write to`,
    )
  }
}

/** @throws ConfigFault when the folder was in use and its database is gone: a new one would hide that, and take what arrives from then on */
async function refuseLostDatabase({ DATA_DIR, DATABASE_URL }: Config): Promise<void> {
  if (DATABASE_URL !== undefined) return
  const sizeOf = (name: string): Promise<number | undefined> =>
    stat(path.join(DATA_DIR, name)).then(
      ({ size }) => size,
      () => undefined,
    )
  const size = await sizeOf('kolam.sqlite')
  if (size !== undefined && size > 0) return
  const [key, deletions] = await Promise.all([sizeOf('server-key'), sizeOf('deletions.json')])
  if (size === undefined && key === undefined && deletions === undefined) return
  throw new ConfigFault(
    `DATA_DIR: got ${JSON.stringify(DATA_DIR)}, which was in use, but its database kolam.sqlite is ${size === undefined ? 'missing' : 'empty'}; ` +
      'put it back, restore a backup (npm run restore), set DATABASE_URL if the data is in PostgreSQL, or choose an empty folder to begin anew',
  )
}

/** Opens everything that the server uses. @throws AppError, ConfigFault with a message for the operator */
async function openAdapters(config: Config, log: Logger, stopped: AbortSignal): Promise<Adapters> {
  const now = (): Date => new Date()
  const content = serverContent()
  const [storage, site] = await Promise.all([
    openStorage({
      dataDir: config.DATA_DIR,
      databaseUrl: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL,
      recordsDeletions: true,
      forms: content.forms,
    }),
    loadSite(siteFolder, config.PUBLIC_URL, processorsText(config)),
  ])
  await storage.sessions.endOthers(config.ADMIN_EMAIL)
  const serverKey = await openServerKey(config, storage.settings)
  const mailer = await openMailer({
    smtpUrl: config.SMTP_URL,
    resendKey: config.RESEND_API_KEY,
    resendUrl: config.RESEND_URL,
    from: config.MAIL_FROM,
    captureFolder: path.join(config.DATA_DIR, 'mail'),
    printLine: (line) => console.log(line),
    now,
  })
  return {
    storage,
    mailer,
    sheet: config.SHEET_URL === undefined ? undefined : scriptSheet({ url: config.SHEET_URL, siteUrl: config.PUBLIC_URL }),
    content,
    formVersions: await openFormVersions(storage.formSnapshots, content.forms, now()),
    site,
    loadRenderer: () => loadRenderer(now),
    log,
    serverKey,
    now,
    wait,
    disk: () => readDisk(config.DATA_DIR),
    scan:
      config.SCAN_COMMAND === undefined
        ? undefined
        : scanByProgram(config.SCAN_COMMAND, (reason) =>
            log.warn({ reason: String(reason), operation: 'scan' }, 'a file could not be scanned'),
          ),
    version: manifest.version,
    placeholders: placeholders(config).map(({ message }) => message),
    stopped,
  }
}

/** Loads the renderer. The accelerator's form is rendered with the cohorts of the current time. */
async function loadRenderer(now: () => Date): Promise<Renderer> {
  const { renderKeepLink, renderOpening, renderPrivatePage, renderRefusal, renderRefused } = await import(
    '../../form-view/render.tsx'
  )
  return {
    drawRefused: (refused) => {
      const form = refused.form.type === 'Accelerator' ? acceleratorAt(now()) : refused.form
      return renderRefused({ ...refused, form, notice })
    },
    drawRefusal: renderRefusal,
    drawPrivatePage: renderPrivatePage,
    drawOpening: renderOpening,
    drawKeepLink: renderKeepLink,
  }
}

/** A stop waits for requests and for messages that are being sent, milliseconds: less than the ten seconds after which Docker kills a process. */
const stopMs = 8 * second

/** The first visitors' pages come before the modules that few requests need, milliseconds. */
const firstPagesMs = 50

/** Loads modules that few requests need. It runs after the start, but before a new build can replace these files. */
const loadLater = (): Promise<unknown> =>
  Promise.all([import('file-type'), import('nodemailer'), import('@simplewebauthn/server')])

/** Compresses the pages that the build could not: quickly now, and at the best quality after ten minutes, so that a short trial does not pay for that. */
function compressPages(config: Config, { site, log, stopped }: Adapters): void {
  const cache = path.join(config.DATA_DIR, 'cache', 'pages')
  compressSite(site.values(), path.join(siteFolder, '..', 'compressed'), cache)
    .then((quick) => refine(quick, cache, 10 * minute, stopped))
    .catch((err) => log.warn({ err, operation: 'compress' }, 'pages are served uncompressed'))
}

/** The placeholders of a public installation, and a missing mail provider. The desk shows them, and the start prints them. */
const placeholders = (config: Config): readonly Finding[] => {
  const mail = captureFault(config)
  return [
    ...(mail === undefined ? [] : [broken('Mail', mail)]),
    ...checkPlaceholders(config, { email: site.email, phone: site.phone.display }, privacyPerson.name),
  ]
}

/** The doctor's findings about the settings: misspelt names and placeholders. */
const settingsFindings = (config: Config) => [
  ...checkNames(Object.keys(processEnvironment()), Object.keys(environmentFile())),
  ...placeholders(config),
]

async function main(): Promise<void> {
  const config = readConfig(processEnvironment())
  await prepareDataFolder(config.DATA_DIR)
  await refuseLostDatabase(config)
  const stopping = new AbortController()
  const adapters = await openAdapters(config, openLog(config.LOG_LEVEL), stopping.signal)
  const assembled = assemble(config, adapters)
  const { worker } = assembled

  const { close, loadApp, port } = await listen(assembled, config)
  const publicUrl = config.PUBLIC_URL.replace(/:0$/, `:${port}`)
  console.log(`Kolam is at ${publicUrl}`)
  console.log(`The admin signs in at ${publicUrl}/app as ${config.ADMIN_EMAIL}`)
  console.log(`Mail goes to ${adapters.mailer.describe}`)
  for (const { message } of settingsFindings(config)) console.log(`Warning: ${message}`)

  worker.start()
  const endChores = startChores(assembled.chores, adapters.log)
  compressPages(config, adapters)

  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    stopping.abort()
    endChores()
    // What is still being sent then is sent again after the next start, as after a crash.
    await Promise.race([Promise.all([close(), worker.stop()]), wait(stopMs, new AbortController().signal)])
    setTimeout(() => process.exit(0), second)
    await adapters.mailer.close()
    await adapters.storage.close()
    process.exit(0)
  }
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, stop)

  await adapters.wait(firstPagesMs, stopping.signal)
  await loadApp()
  await loadLater()
  adapters.log.debug({ operation: 'start' }, 'loaded modules that few requests need')
}

runProgram(main)
