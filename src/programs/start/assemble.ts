import type { Hono } from 'hono'
import { paths } from '../../api/paths.ts'
import { countRefusals } from '../../server/auth/refusals.ts'
import type { Auth } from '../../server/auth/routes.ts'
import { adminSessions } from '../../server/auth/sessions.ts'
import type { Config } from '../../server/config.ts'
import { keyedHash } from '../../server/crypto/hashes.ts'
import type { Desk } from '../../server/desk/desk.ts'
import { refreshTotals } from '../../server/desk/rubrics.ts'
import { diskState, diskWarning } from '../../server/disk/disk.ts'
import type { Chore } from '../../server/feature.ts'
import { features } from '../../server/features.ts'
import type { Web } from '../../server/http/routes.ts'
import { sendNow } from '../../server/mail/attempts.ts'
import { composeNewBrowser } from '../../server/mail/messages/compose.ts'
import { type Counting, createTally, watchProcess } from '../../server/metrics/measures.ts'
import type { Metrics } from '../../server/metrics/routes.ts'
import { holderOf } from '../../server/my/holder.ts'
import type { Worker } from '../../server/outbox/worker.ts'
import { refusalDrawer, refusedDrawer } from '../../server/pages/drawn.ts'
import { bytesOf } from '../../server/pages/load.ts'
import { pageResponses } from '../../server/pages/responses.ts'
import { type AnswerPage, pageListener } from '../../server/pages/serve.ts'
import { minute, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { type BackupState, readBackupState } from '../copies/state.ts'
import type { Adapters } from './adapters.ts'
import { intakeParts, ownPageParts } from './assembly/applicants.ts'
import { deskParts, letterParts } from './assembly/desk.ts'
import { otherMails, outboxWorker } from './assembly/outbox.ts'
import { type ClockGuard, clockGuard } from './clock-guard.ts'
import { type Shared, shared } from './context.ts'

/** The server, assembled but not started. */
export interface Assembled {
  /** Answers page requests; returns false for all others, which the app answers. */
  readonly answer: AnswerPage
  /** Loads the app, which answers all requests: a page needs none of its modules (decision 0001). Call it once. It opens no port. */
  loadApp(): Promise<Hono<Web>>
  /** Sends outbox entries once it is started. */
  readonly worker: Worker
  readonly chores: readonly Chore[]
}

/** Connects the features with their adapters. The server program, the tests and the benchmarks all use this function. */
export function assemble(config: Config, adapters: Adapters): Assembled {
  const poke = (): void => worker.poke()
  const parts = shared(config, adapters, poke)
  const { storage, site, running, log, now } = parts
  const mails = otherMails(parts)
  const worker = outboxWorker(parts, mails)
  const pages = pageResponses(
    site,
    parts.secure,
    features.flatMap(({ ownPages = [] }) => ownPages),
  )
  const counting = createTally()
  const intake = intakeParts(parts, poke)
  const guard = clockGuard(storage, now)
  const backups = () => readBackupState(config.DATA_DIR)
  const warnings = async (): Promise<readonly string[]> =>
    [
      ...adapters.placeholders(),
      guard.warning() ?? [],
      diskWarning(await adapters.disk()) ?? [],
      parts.core.backups() ?? [],
    ].flat()
  const desk = deskParts(parts, warnings, mails, poke)
  const loadApp = async (): Promise<Hono<Web>> => {
    const [{ createApp }, renderer] = await Promise.all([import('./app.ts'), adapters.loadRenderer()])
    const ownPages = ownPageParts(parts, renderer, poke)
    const holder = holderOf(ownPages)
    const ofFeatures = await Promise.all(running.map(({ routes }) => routes?.(holder) ?? []))
    return createApp({
      ofFeatures: ofFeatures.flatMap((routes) => [...routes]),
      readGuards: running.flatMap(({ readGuard = [] }) => readGuard),
      intake: {
        ...intake,
        drawRefused: refusedDrawer(site, renderer.drawRefused),
        drawRefusal: refusalDrawer(site, renderer.drawRefusal),
      },
      ownPages: { ...ownPages, holder, ...parts.ownData },
      auth: authParts(parts),
      desk,
      edits: storage.edits,
      ...letterParts(parts, desk, mails),
      metrics: metricsParts(parts, counting, worker.health, backups),
      site,
      pages,
      drawKeepLink: renderer.drawKeepLink,
      publicUrl: config.PUBLIC_URL,
      trustProxy: config.TRUST_PROXY,
      log,
      now,
      ready: async () => {
        const [disk] = await Promise.all([adapters.disk(), storage.ping()])
        const state = diskState(disk)
        if (state === 'nothing')
          throw new AppError('DATABASE_CONNECTION_FAILED', { log: { reason: 'the disk has too little free space' } })
        return [guard.warning() === undefined ? [] : 'clock', state === 'ok' ? [] : 'disk'].flat()
      },
    })
  }
  const answer = pageListener(pages, (seconds) => counting.record('page', seconds), parts.visited)
  return { answer, loadApp, worker, chores: choresOf(parts, desk, guard) }
}

/** The periodic work of the server. */
const choresOf = (parts: Shared, desk: Desk, { mayDelete }: ClockGuard): readonly Chore[] => {
  const { storage, now } = parts
  const chores: readonly Chore[] = [
    { name: 'purge', everyMs: 5 * second, deletes: true, work: () => storage.applications.purge(now()) },
    { name: 'sweep', everyMs: 10 * minute, deletes: true, work: () => storage.sweep(now()) },
    { name: 'totals', everyMs: 10 * minute, work: () => refreshTotals(desk) },
    ...parts.running.flatMap(({ chores = [] }) => chores),
  ]
  const guarded = (work: Chore['work']) => async () => {
    if (await mayDelete()) await work()
  }
  return chores.map(({ deletes = false, work, ...chore }) => ({ ...chore, work: deletes ? guarded(work) : work }))
}

function metricsParts(
  { config, version, storage }: Shared,
  counting: Counting,
  health: Metrics['health'],
  backups: () => BackupState,
): Metrics {
  return {
    ...counting,
    build: { version, node: process.versions.node, store: config.DATABASE_URL === undefined ? 'sqlite' : 'postgresql' },
    token: config.METRICS_TOKEN,
    measures: storage.measures,
    health,
    lastBackup: () => {
      const { backup } = backups()
      return backup && new Date(backup.at)
    },
    process: watchProcess(),
  }
}

function authParts({ config, core, storage, mailer, serverKey, site, settings, secure, log, now, wait }: Shared): Auth {
  return {
    now,
    limits: storage.limits,
    adminEmail: config.ADMIN_EMAIL,
    passcodes: storage.passcodes,
    passkeys: storage.passkeys,
    get siteName() {
      return settings.siteName
    },
    publicUrl: config.PUBLIC_URL,
    sessions: adminSessions(storage.sessions, config.ADMIN_EMAIL),
    helperLinks: storage.helperLinks,
    responses: storage.responses,
    refusals: countRefusals(storage.refusals, now, (err) => log.warn({ err, operation: 'refusals' }, 'refusals not counted')),
    limit: config.LIMIT_PASSCODES,
    keyedHash: keyedHash(serverKey),
    loginPage: () => {
      const page = site.get(paths.loginLink)
      return page && { html: new TextDecoder().decode(bytesOf(page)), headers: page.headers }
    },
    secure,
    sendPasscode: core.sendPasscode,
    reportNewBrowser: async (browser) => {
      const message = composeNewBrowser(config.ADMIN_EMAIL, browser, settings, newId(now()))
      const sent = sendNow(mailer, message, wait).catch((err) => log.warn({ err, operation: 'new browser' }, 'mail not sent'))
      await Promise.race([sent, wait(second)])
    },
  }
}
