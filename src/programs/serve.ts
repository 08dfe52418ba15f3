import { access, constants, mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import * as builtCore from '../content/core.ts'
import { translatedNotice } from '../content/example-notice.ts'
import { freshnessWarnings } from '../content/freshness.ts'
import { formIn } from '../languages/form.ts'
import {
  type Config,
  ConfigFault,
  captureFault,
  environmentFile,
  misreadLines,
  plainFault,
  processEnvironment,
  programCommand,
  readConfig,
  settings,
} from '../server/config.ts'
import { readDisk } from '../server/disk/disk.ts'
import { openFormVersions } from '../server/forms/open-versions.ts'
import { speaking } from '../server/http/speaking.ts'
import { scanByProgram } from '../server/intake/scan.ts'
import { openLog } from '../server/log.ts'
import { mailLibrary } from '../server/mail/capture.ts'
import { openMailer } from '../server/mail/open.ts'
import type { ServerContent } from '../server/pages/content.ts'
import { acceleratorAt, builtContent, speechIn } from '../server/pages/content.ts'
import { processorsText } from '../server/pages/processors.ts'
import { openPublished, type Published } from '../server/pages/published.ts'
import { scriptSheet } from '../server/sheets/script.ts'
import { openStorage } from '../server/storage/open.ts'
import { second } from '../shared/dates.ts'
import { spoken } from '../shared/translate.ts'
import { broken } from './doctor/finding.ts'
import { checkAccepted, checkNames, checkPlaceholders, checkServerKey } from './doctor/settings.ts'
import { listen } from './listen.ts'
import type { Adapters, Renderer } from './start/adapters.ts'
import { assemble } from './start/assemble.ts'
import { startChores } from './start/chore.ts'
import { wait } from './start/wait.ts'
import { runProgram } from './terminal.ts'

/** The folder of the build. */
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Creates the data folder. @throws ConfigFault when it cannot be written to */
async function prepareDataFolder(folder: string): Promise<void> {
  const fault = await mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
  if (fault !== undefined)
    throw new ConfigFault(
      `DATA_DIR: got ${JSON.stringify(folder)}, which cannot be used (${fault}); it takes a folder to write to`,
    )
}

/** Whether an error, or one of its causes, is that the disk is full. */
const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === 'ENOSPC' || (error as { errcode?: number }).errcode === 13 || isFull(error.cause))

/** The error of a start: of a full disk, one that names the folder and the remedy. */
const startFault = (error: unknown, folder: string): unknown =>
  isFull(error)
    ? new ConfigFault(
        `The disk of ${path.resolve(folder)} (DATA_DIR) is full. Free at least 256 MB there, for instance old backups and folders before-*, and start again.`,
      )
    : error

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
      `put it back, restore a backup (${programCommand('restore', 'FILE')}), set DATABASE_URL if the data is in PostgreSQL, or choose an empty folder to begin anew`,
  )
}

/** Opens everything that the server uses. @throws AppError, ConfigFault with a message for the operator */
async function openAdapters(
  config: Config,
  log: Logger,
  stopped: AbortSignal,
): Promise<Adapters & { readonly published: Published }> {
  const now = (): Date => new Date()
  const content = builtContent()
  const storage = await openStorage({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    serverKey: config.SERVER_KEY,
    poolSize: config.DATABASE_POOL,
    recordsDeletions: true,
    forms: content.forms,
  })
  await storage.sessions.endOthers(config.ADMIN_EMAIL)
  const unsafe = [plainFault(config) ?? [], captureFault(config) ?? []].flat()
  const faults = [...unsafe.map((text) => broken('Settings', text)), ...checkServerKey(config, await storage.unmatchedRows())]
  const mailer = await openMailer({
    smtpUrl: config.SMTP_URL,
    resendKey: config.RESEND_API_KEY,
    resendUrl: config.RESEND_URL,
    // While there is no sender, it is who we are.
    from: () => (config.MAIL_FROM === settings.MAIL_FROM.or ? `${content.site.name} <${content.site.email}>` : config.MAIL_FROM),
    captureFolder: path.join(config.DATA_DIR, 'mail'),
    printLine: (line) => console.log(line),
    now,
  })
  const formVersions = await openFormVersions(storage.formSnapshots, content.forms, now())
  const published = await openPublished({
    edits: storage.edits,
    content,
    core: builtCore,
    unaccepted: async (edited) => (await import('../server/editing/accepted.ts')).unaccepted(edited),
    formVersions,
    dist,
    cache: path.join(config.DATA_DIR, 'cache'),
    publicUrl: config.PUBLIC_URL,
    processors: (language) => speaking(speechIn(content, language), () => processorsText(config)),
    log,
    stopped,
    now,
  })
  return {
    storage,
    mailer,
    sheet: config.SHEET_URL === undefined ? undefined : scriptSheet({ url: config.SHEET_URL, siteUrl: config.PUBLIC_URL }),
    content,
    formVersions,
    published,
    site: published.site,
    loadRenderer: () => loadRenderer(content, published, now),
    log,
    serverKey: storage.serverKey,
    now,
    wait,
    disk: () => readDisk(config.DATA_DIR),
    scan:
      config.SCAN_COMMAND === undefined
        ? undefined
        : scanByProgram(config.SCAN_COMMAND, (reason) =>
            log.warn({ reason: String(reason), operation: 'scan' }, 'a file could not be scanned'),
          ),
    version: (await readFile(path.join(dist, '.version'), 'utf8')).trim(),
    placeholders: () => [
      ...[...faults, ...checkPlaceholders(config, published.core()), ...checkAccepted(config, published.refused())].map(
        ({ message }) => message,
      ),
      ...freshnessWarnings({ ...content, asOf: published.core().facts.asOf }, now()).map((text) => `${text}.`),
    ],
    stopped,
  }
}

/** Loads the renderer. The accelerator's form is rendered with the cohorts of the current time. */
async function loadRenderer(content: ServerContent, published: Published, now: () => Date): Promise<Renderer> {
  const { renderKeepLink, renderPrivatePage, renderRefusal, renderRefused } = await import('../form-view/render.tsx')
  return {
    drawRefused: (refused) => {
      const speech = speechIn(content, spoken(), refused.form.type)
      const dated = refused.form.type === 'Accelerator' ? acceleratorAt(now(), content) : undefined
      const { notice } = published.core()
      return renderRefused({
        ...refused,
        form: (speech && dated && formIn(dated, speech)) ?? dated ?? refused.form,
        notice: { ...notice, text: translatedNotice(notice.text) },
      })
    },
    drawRefusal: renderRefusal,
    drawPrivatePage: renderPrivatePage,
    drawKeepLink: renderKeepLink,
  }
}

/** A stop waits for requests and for messages that are being sent, milliseconds: less than the ten seconds after which Docker kills a process. */
const stopMs = 8 * second

/** The first visitors' pages come before the modules that few requests need, milliseconds. */
const firstPagesMs = 50

/**
 * Loads libraries that few requests need. It runs after the start, but before a new build can replace their files. Each is loaded by the module that
 * uses it: Node.js looks for the file again when another one imports it.
 */
const loadLater = (): Promise<unknown> =>
  Promise.all([mailLibrary(), import('../server/auth/passkeys.ts').then(({ passkeyLibrary }) => passkeyLibrary())])

async function main(): Promise<void> {
  const config = readConfig(processEnvironment())
  await prepareDataFolder(config.DATA_DIR)
  await refuseLostDatabase(config)
  const stopping = new AbortController()
  const adapters = await openAdapters(config, openLog(config.LOG_LEVEL), stopping.signal).catch((error: unknown) => {
    throw startFault(error, config.DATA_DIR)
  })
  const assembled = assemble(config, adapters)
  const { worker } = assembled

  const { close, loadApp, port } = await listen(assembled, config)
  const publicUrl = config.PUBLIC_URL.replace(/:0$/, `:${port}`)
  console.log(`Kolam is at ${publicUrl}`)
  console.log(`The admin signs in at ${publicUrl}/app as ${config.ADMIN_EMAIL}`)
  console.log(`Mail goes to ${adapters.mailer.describe}`)
  const names = checkNames(Object.keys(processEnvironment()), Object.keys(environmentFile()), misreadLines())
  for (const message of [...names.map((finding) => finding.message), ...adapters.placeholders()])
    console.log(`Warning: ${message}`)

  worker.start()
  // Another node may publish, a publish may wait for its minute, and a deadline passes.
  const publishing = { name: 'publish', everyMs: second / 2, work: adapters.published.reload }
  const endChores = startChores([...assembled.chores, publishing], adapters.log)
  adapters.published.refine()

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
  // The program that watches this one (watch.ts) ends it when these signs stay away.
  // With a callback a failed sign throws nothing: when that program is killed, a sign may be due before the end of the connection is noticed.
  const signOfLife = (): void => void (process.connected && process.send?.('alive', () => undefined))
  signOfLife()
  setInterval(signOfLife, second).unref()

  await adapters.wait(firstPagesMs, stopping.signal)
  await loadApp()
  await loadLater()
  adapters.log.debug({ operation: 'start' }, 'loaded modules that few requests need')
}

runProgram(main)
