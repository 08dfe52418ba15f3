import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { paths } from '../api/paths.ts'
import type { Delivery } from '../applications/outgoing.ts'
import { missedCohort } from '../content/cohorts.ts'
import type { Cohort } from '../content/schema/cohort.ts'
import type { PrivatePageView } from '../form-view/private-page/view.ts'
import type { Forms } from '../forms/definitions/all.ts'
import type { Rubric } from '../shared/criterion.ts'
import { hour, second } from '../shared/dates.ts'
import type { FormType } from '../shared/form-types.ts'
import { newId } from '../shared/ids.ts'
import { createApp } from './app.ts'
import { countRefusals } from './auth/refusals.ts'
import { codeLife } from './auth/request-code.ts'
import type { Auth } from './auth/routes.ts'
import { adminSessions } from './auth/sessions.ts'
import type { Config, Rate } from './config.ts'
import type { Letters } from './desk/letters.ts'
import { allRubrics } from './desk/rubrics.ts'
import { keyedHash } from './hashes.ts'
import { enforce, submissionLimit } from './http/limits.ts'
import type { Web } from './http/routes.ts'
import { securityHeaders } from './http/security-headers.ts'
import { submissionListener } from './intake/listener.ts'
import type { Intake, Refused } from './intake/routes.ts'
import { createWatch } from './live/watch.ts'
import { mailCallWords, passcodeWords, sendNow } from './mail/attempts.ts'
import { composeLetter, composeLinks, composeNewBrowser, composePasscode, type LetterSettings } from './mail/messages/compose.ts'
import { ownMessage, writtenMessage } from './mail/messages/own.ts'
import { previews } from './mail/messages/preview.ts'
import type { Wording } from './mail/messages/wording.ts'
import type { Mailer, Message } from './mail/port.ts'
import { watchProcess } from './metrics/process.ts'
import { createTally } from './metrics/tally.ts'
import { linkSender } from './my/send-links.ts'
import { createHandlers } from './outbox/handlers.ts'
import { createWorker, type Worker } from './outbox/worker.ts'
import { type AnswerPage, pageListener } from './pages/listener.ts'
import type { Asset } from './pages/load.ts'
import { pageReplies } from './pages/replies.ts'
import { siteNow } from './pages/site.ts'
import { privatePageDrawer, refusedDrawer } from './pages/slots.ts'
import type { DrawKeepLink } from './pages/submitted.ts'
import { privateLinks } from './private-links.ts'
import type { Sheet } from './sheets/port.ts'
import { primary } from './sheets/primary.ts'
import { rebuild } from './sheets/rebuild.ts'
import type { Storage } from './storage/port.ts'

/** What the content folder says that the server needs. */
export interface ServerContent {
  readonly siteName: string
  readonly forms: Forms
  /** The version of the privacy notice at the forms: a day. */
  readonly notice: string
  /** The default rubric of every form. */
  readonly rubrics: Readonly<Record<FormType, Rubric>>
  readonly wording: Wording
  readonly cohorts: readonly Cohort[]
}

/** Everything outside the process, and what only a build or a test can give. */
export interface Adapters {
  readonly storage: Storage
  readonly mailer: Mailer
  /** Undefined without `SHEET_URL`. */
  readonly sheet: Sheet | undefined
  readonly content: ServerContent
  /** The built pages by path; those that a moment changes under a path for each (shared/page-variants.ts). */
  readonly site: ReadonlyMap<string, Asset>
  /** The markup of a refused form with its answers and messages. */
  drawRefused(refused: Refused): string
  /** The markup of an applicant's own page. */
  drawPrivatePage(view: PrivatePageView): string
  readonly drawKeepLink: DrawKeepLink
  readonly log: Logger
  /** The secret that hashes of short or personal things are made under; the same on all nodes. */
  readonly serverKey: string
  now(): Date
  /** Resolves after `ms` milliseconds, or as soon as the signal is aborted; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Resolves when files can be written; rejects with the reason why not. */
  checkDisk(): Promise<void>
  readonly version: string
  /** Aborted when the server stops: event streams end. */
  readonly stopped: AbortSignal
}

export interface Assembled {
  /** Answers requests; it listens nowhere. */
  readonly app: Hono<Web>
  /** Answers requests for pages, and submissions of scripts, before the app; false for all others. */
  readonly answer: AnswerPage
  /** Works off the outbox once it is started. */
  readonly worker: Worker
}

/** How often one client may ask for lost links: enough for a shared address, too slow to search for addresses by it. */
const linkRequests: Rate = { count: 20, periodMs: hour }

/** Joins the features to their adapters. The server program, the tests and the benchmarks all use this one wiring. */
export function assemble(config: Config, adapters: Adapters): Assembled {
  const { storage, mailer, sheet, log, now, wait } = adapters
  const site = siteNow(adapters.site, now)
  const { forms, notice, rubrics, siteName, wording } = adapters.content
  const delivery: Delivery = { spreadsheet: sheet === undefined ? 'none' : config.SHEET_ROLE, holdS: config.DECISION_HOLD_S }
  const settings = { wording, siteName, siteUrl: config.PUBLIC_URL, bookingUrl: config.PITCH_BOOKING_URL }
  const links = privateLinks(storage.settings, config.PUBLIC_URL)
  const composeWith = (privateLink: string, ...[letter, application, form, id]: Parameters<Letters['compose']>): Message =>
    letter.letter === 'written'
      ? writtenMessage(id, application.applicantEmail, letter.subject, letter.text, settings)
      : composeLetter(letter.letter, application, form, { ...settings, privateLink }, id, letter)
  /** A letter as the desk shows it: its link leads to the form for a lost one, because the admin must not act as the applicant. */
  const compose: Letters['compose'] = (...letter) => composeWith(config.PUBLIC_URL + paths.my, ...letter)
  const worker = createWorker({
    outbox: storage.outbox,
    handlers: createHandlers({
      applications: storage.applications,
      outbox: storage.outbox,
      forms,
      mailer,
      compose: async (letter, application, form, id) => composeWith(await links.of(application), letter, application, form, id),
      sheet,
      holdS: delivery.holdS,
      now,
    }),
    clock: now,
    log,
    wait,
  })

  const pages = pageReplies(site, config.PUBLIC_URL.startsWith('https:'))
  const counting = createTally()
  const { poke } = worker
  const secure = config.PUBLIC_URL.startsWith('https:')
  const { cohorts } = adapters.content
  const intake = { now, poke, applications: storage.applications, delivery }
  const applications = deskApplications(config, adapters)
  const desk = {
    now,
    poke,
    applications,
    outbox: storage.outbox,
    settings: storage.settings,
    forms,
    defaultRubrics: rubrics,
    delivery,
    reasons: wording.reasons,
  }
  const applicants: Intake = {
    ...intake,
    missedCohort: ({ cohortPreference }, at) => missedCohort(cohorts, cohortPreference, at),
    forms,
    notice,
    count: submissionLimit(storage.limits, config.LIMIT_SUBMISSIONS),
    drawRefused: refusedDrawer(site, adapters.drawRefused),
    links,
    secure,
  }
  const app = createApp({
    intake: applicants,
    privatePages: {
      applications: storage.applications,
      outbox: storage.outbox,
      forms,
      links,
      secure,
      draw: privatePageDrawer(site, adapters.drawPrivatePage),
      countRequest: (client) => enforce(storage.limits, `links:client:${client}`, linkRequests, now()),
      sendLinks: linkSender({
        applications: storage.applications,
        limits: storage.limits,
        links,
        now,
        log,
        send: async (to, linked) => {
          await sendNow(mailer, composeLinks(to, linked, forms, settings, newId(now())), wait, mailCallWords)
        },
      }),
    },
    auth: authParts(config, adapters, settings),
    desk,
    export: { ...desk, rubrics: () => allRubrics(desk) },
    letters: {
      ...desk,
      compose,
      previews: () => previews(forms, { ...settings, privateLink: config.PUBLIC_URL + paths.my }, now()),
    },
    correspondence: {
      ...desk,
      sendMessage: (to, subject, html) =>
        sendNow(mailer, ownMessage(newId(now()), to, subject, html, settings), wait, mailCallWords),
    },
    spreadsheet: {
      ...desk,
      rebuild:
        sheet === undefined || delivery.spreadsheet === 'primary'
          ? undefined
          : (onProgress) => rebuild({ ...intake, outbox: storage.outbox, sheet, holdS: delivery.holdS, wait }, onProgress),
    },
    metrics: {
      ...counting,
      build: {
        version: adapters.version,
        node: process.versions.node,
        store: config.DATABASE_URL === undefined ? 'sqlite' : 'postgresql',
      },
      token: config.METRICS_TOKEN,
      measures: storage.measures,
      health: worker.health,
      process: watchProcess(),
    },
    watch: createWatch(storage.applications, now, (err) => log.warn({ err, operation: 'watch' }, 'changes cannot be read')),
    stopped: adapters.stopped,
    site,
    pages,
    drawKeepLink: adapters.drawKeepLink,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    log,
    now,
    ready: async () => {
      await storage.ping()
      await adapters.checkDisk()
    },
  })
  const answerPage = pageListener(pages, (seconds) => counting.record('page', seconds))
  const answerSubmission = submissionListener({
    ...applicants,
    trustProxy: config.TRUST_PROXY,
    log,
    headers: securityHeaders(config.PUBLIC_URL.startsWith('https:')),
    record: (seconds, outcome) => counting.record('submission', seconds, outcome),
  })
  return { app, answer: (request, response) => answerPage(request, response) || answerSubmission(request, response), worker }
}

/** What signing in is made of. */
function authParts(config: Config, adapters: Adapters, settings: LetterSettings): Auth {
  const { storage, mailer, log, now, wait } = adapters
  const page = adapters.site.get(paths.loginLink)
  return {
    now,
    limits: storage.limits,
    adminEmail: config.ADMIN_EMAIL,
    passcodes: storage.passcodes,
    passkeys: storage.passkeys,
    siteName: settings.siteName,
    publicUrl: config.PUBLIC_URL,
    sessions: adminSessions(storage.sessions, config.ADMIN_EMAIL),
    replies: storage.replies,
    refusals: countRefusals(storage.refusals, now, (err) => log.warn({ err, operation: 'refusals' }, 'refusals not counted')),
    limit: config.LIMIT_PASSCODES,
    keyedHash: keyedHash(adapters.serverKey),
    loginPage: page && { html: new TextDecoder().decode(page.bytes), headers: page.headers },
    secure: config.PUBLIC_URL.startsWith('https:'),
    sendPasscode: async (to, code, proof) => {
      await sendNow(mailer, composePasscode(to, code, proof, settings, newId(now()), codeLife), wait, passcodeWords)
    },
    reportNewBrowser: async (browser) => {
      const message = composeNewBrowser(config.ADMIN_EMAIL, browser, settings, newId(now()))
      const sent = sendNow(mailer, message, wait).catch((err) => log.warn({ err, operation: 'new browser' }, 'mail not sent'))
      await Promise.race([sent, wait(second)])
    },
  }
}

/** The applications as the desk reads and changes them: those of the spreadsheet where that is the store. */
function deskApplications(config: Config, { storage, sheet, content, now, log }: Adapters): Storage['applications'] {
  if (sheet === undefined || config.SHEET_ROLE !== 'primary') return storage.applications
  const warn = (data: object, message: string): void => log.warn(data, message)
  return primary({ applications: storage.applications, sheet, forms: content.forms, now, warn })
}
