// A long file: it joins every feature to its adapters.
import type { Hono } from 'hono'
import { paths } from '../api/paths.ts'
import type { Delivery } from '../applications/outgoing.ts'
import { missedCohort } from '../content/cohorts.ts'
import { delayedMoment, dueMoment, endOfBusinessDay } from '../content/promises.ts'
import { hour, minute, second } from '../shared/dates.ts'
import type { FormType } from '../shared/form-types.ts'
import { newId } from '../shared/ids.ts'
import { type AccountKeeper, accountChecker, accountKeeper } from './accounts.ts'
import type { Adapters } from './adapters.ts'
import { createApp, type Parts } from './app.ts'
import { countRefusals } from './auth/refusals.ts'
import { codeLife } from './auth/request-code.ts'
import type { Auth } from './auth/routes.ts'
import { adminSessions } from './auth/sessions.ts'
import type { Chore } from './chore.ts'
import type { Config, Rate } from './config.ts'
import { type Deadlines, deadlines } from './deadlines.ts'
import type { Desk } from './desk/desk.ts'
import type { Letters } from './desk/letters.ts'
import { allRubrics, refreshTotals } from './desk/rubrics.ts'
import type { Spreadsheet } from './desk/spreadsheet.ts'
import { type PersonalArchive, personalArchive } from './export/personal-archive.ts'
import { keyedHash } from './hashes.ts'
import { enforce, submissionLimit } from './http/limits.ts'
import type { Web } from './http/routes.ts'
import { securityHeaders } from './http/security-headers.ts'
import { checkFiles } from './intake/files.ts'
import { submissionListener } from './intake/listener.ts'
import { capsOf, type Intake } from './intake/routes.ts'
import { createSuspicion } from './intake/suspicion.ts'
import { createWatch } from './live/watch.ts'
import { mailCallWords, passcodeWords, sendNow } from './mail/attempts.ts'
import {
  composeDigest,
  composeLetter,
  composeLinks,
  composeNewBrowser,
  composeOpening,
  composePasscode,
  type LetterSettings,
} from './mail/messages/compose.ts'
import { ownMessage, writtenMessage } from './mail/messages/own.ts'
import { previews } from './mail/messages/preview.ts'
import type { Message } from './mail/port.ts'
import { watchProcess } from './metrics/process.ts'
import type { Metrics } from './metrics/routes.ts'
import { type Counting, createTally } from './metrics/tally.ts'
import { digestOf, isEmpty, queueMorningLetter } from './morning-letter.ts'
import type { PrivatePages } from './my/routes.ts'
import { linkSender } from './my/send-links.ts'
import { openingHandler, tellOpening } from './openings/mail.ts'
import { type Openings, openingLinks } from './openings/routes.ts'
import { createHandlers } from './outbox/handlers.ts'
import { createWorker, type Worker } from './outbox/worker.ts'
import { type AnswerPage, pageListener } from './pages/listener.ts'
import { pageReplies } from './pages/replies.ts'
import { type Site, siteNow } from './pages/site.ts'
import { openingDrawer, privatePageDrawer, refusedDrawer } from './pages/slots.ts'
import { personHashes } from './person-hashes.ts'
import { type PrivateLinks, privateLinks } from './private-links.ts'
import { eraseOverdue } from './retention.ts'
import { primary } from './sheets/primary.ts'
import { rebuild } from './sheets/rebuild.ts'
import type { Storage } from './storage/port.ts'

export interface Assembled {
  /** Answers requests; it listens nowhere. */
  readonly app: Hono<Web>
  /** Answers requests for pages, and submissions of scripts, before the app; false for all others. */
  readonly answer: AnswerPage
  /** Works off the outbox once it is started. */
  readonly worker: Worker
  readonly chores: readonly Chore[]
}

/** How often an applicant may change one application: each change sends a letter. */
const ownChanges: Rate = { count: 20, periodMs: hour }

/** How often one client may ask for lost links, and leave addresses that wait for a cohort: enough for a shared address, too slow to search for addresses by it. */
const linkRequests: Rate = { count: 20, periodMs: hour }

/** How often one client may download what is stored of applications: each time the archive is made. */
const downloads: Rate = { count: 20, periodMs: hour }

/** What several features need. */
interface Shared extends Omit<Adapters, 'site'> {
  readonly config: Config
  /** The pages as they are now. */
  readonly site: Site
  readonly delivery: Delivery
  readonly settings: LetterSettings
  readonly links: PrivateLinks
  readonly deadlines: Deadlines
  readonly accounts: AccountKeeper
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
}

function shared(config: Config, adapters: Adapters): Shared {
  const { wording, siteName } = adapters.content
  const { storage, sheet, now } = adapters
  const delivery: Delivery = { spreadsheet: sheet === undefined ? 'none' : config.SHEET_ROLE, holdS: config.DECISION_HOLD_S }
  const check = accountChecker({ accounts: storage.accounts, sheet, role: delivery.spreadsheet, now })
  return {
    ...adapters,
    config,
    site: siteNow(adapters.site, now),
    delivery,
    accounts: accountKeeper(storage.settings, now, check),
    settings: { wording, siteName, siteUrl: config.PUBLIC_URL, bookingUrl: config.PITCH_BOOKING_URL },
    links: privateLinks(storage.settings, config.PUBLIC_URL),
    deadlines: deadlines(storage.settings, adapters.content.cohorts, now),
    secure: config.PUBLIC_URL.startsWith('https:'),
  }
}

/** Joins the features to their adapters. The server program, the tests and the benchmarks all use this one wiring. */
export function assemble(config: Config, adapters: Adapters): Assembled {
  const parts = shared(config, adapters)
  const { storage, site, secure, log, now } = parts
  const worker = outboxWorker(parts)
  const pages = pageReplies(site, secure)
  const counting = createTally()
  const intake = intakeParts(parts, worker.poke)
  const person = personParts(parts)
  const { content, formVersions } = adapters
  const hashes = personHashes(storage.settings)
  const erasing = {
    ...person,
    hashes,
    formVersions,
    promises: content.promises,
    delivery: parts.delivery,
    now,
    poke: worker.poke,
  }
  const desk = deskParts(parts, worker.poke)
  const app = createApp({
    intake,
    privatePages: { ...privatePageParts(parts, worker.poke), ...person },
    person: { ...person, ...erasing },
    sharedDrafts: { sharedDrafts: storage.sharedDrafts, limits: storage.limits, now },
    openings: openingParts(parts, worker.poke),
    auth: authParts(parts),
    desk,
    lateLinks: { deadlines: parts.deadlines, formUrl: config.PUBLIC_URL + adapters.content.forms.Accelerator.path, now },
    accounts: { keeper: parts.accounts, accounts: storage.accounts, backups: adapters.backups, now },
    export: { ...desk, rubrics: () => allRubrics(desk) },
    ...letterParts(parts, desk),
    spreadsheet: { ...desk, rebuild: rebuilding(parts, worker.poke) },
    metrics: metricsParts(parts, counting, worker.health),
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
    ...intake,
    trustProxy: config.TRUST_PROXY,
    log,
    headers: securityHeaders(secure),
    record: (seconds, outcome) => counting.record('submission', seconds, outcome),
  })
  return {
    app,
    answer: (request, response) => answerPage(request, response) || answerSubmission(request, response),
    worker,
    chores: [
      { name: 'purge', everyMs: 5 * second, work: () => storage.applications.purge(now()) },
      { name: 'sweep', everyMs: 10 * minute, work: () => storage.sweep(now()) },
      { name: 'retention', everyMs: hour, work: () => eraseOverdue(erasing) },
      { name: 'morning letter', everyMs: minute, work: () => queueMorningLetter(morningParts(parts, worker.poke)) },
      { name: 'accounts', everyMs: 10 * second, work: () => parts.accounts.checkIfDue() },
      {
        name: 'openings',
        everyMs: minute,
        work: () => tellOpening({ ...storage, cohorts: adapters.content.cohorts, now, poke: worker.poke }),
      },
      { name: 'totals', everyMs: 10 * minute, work: () => refreshTotals(desk) },
    ],
  }
}

/** A letter or a message as it is sent. */
const composeMail = (settings: LetterSettings, ...[letter, application, form, id]: Parameters<Letters['compose']>): Message =>
  letter.letter === 'written'
    ? writtenMessage(id, application.applicantEmail, letter.subject, letter.text, settings)
    : composeLetter(letter.letter, application, form, settings, id, letter)

/** What the morning letter is made of. */
const morningParts = ({ storage, accounts, content, now }: Shared, poke: () => void) => ({
  ...storage,
  account: accounts.last,
  promises: content.promises,
  now,
  poke,
})

function outboxWorker(parts: Shared): Worker {
  const { config, storage, content, formVersions, mailer, settings, links, sheet, delivery, now, log, wait } = parts
  const { applications, outbox } = storage
  return createWorker({
    outbox,
    handlers: createHandlers({
      applications,
      outbox,
      confirmations: config.LIMIT_CONFIRMATIONS,
      formVersions,
      mailer,
      compose: async (letter, application, form, id) => {
        const own = { privateLink: await links.of(application), stopLink: await links.stop(application) }
        return composeMail({ ...settings, links: own }, letter, application, form, id)
      },
      composeDigest: async (window, id) => {
        const digest = await digestOf(
          morningParts(parts, () => {}),
          window,
        )
        return isEmpty(digest) ? undefined : composeDigest(config.ADMIN_EMAIL, digest, content.forms, settings, id)
      },
      opening: openingHandler({
        ...storage,
        cohorts: content.cohorts,
        confirmations: config.LIMIT_CONFIRMATIONS,
        mailer,
        formUrl: config.PUBLIC_URL + content.forms.Accelerator.path,
        links: (subscription) => openingLinks(links, config.PUBLIC_URL, subscription),
        compose: (mail, id) => composeOpening(mail, settings, id),
        now,
      }),
      sheet,
      holdS: delivery.holdS,
      now,
    }),
    clock: now,
    log,
    wait,
  })
}

function intakeParts(
  { config, storage, content, formVersions, site, drawRefused, delivery, links, deadlines, secure, serverKey, scan, now }: Shared,
  poke: () => void,
): Intake {
  const hashed = keyedHash(serverKey)
  return {
    now,
    poke,
    applications: storage.applications,
    delivery,
    dueAt: (form, at) => dueMoment(content.promises, form, at),
    deadlines,
    forms: content.forms,
    formVersions,
    notice: content.notice,
    count: submissionLimit(storage.limits, config.LIMIT_SUBMISSIONS),
    drawRefused: refusedDrawer(site, drawRefused),
    links,
    secure,
    publicUrl: config.PUBLIC_URL,
    keyedHash: hashed,
    suspect: createSuspicion(hashed),
    scan,
  }
}

/** What the applicants' own pages are made of. */
function privatePageParts(parts: Shared, poke: () => void): Omit<PrivatePages, keyof ReturnType<typeof personParts>> {
  const { storage, content, formVersions, site, drawPrivatePage, links, secure, delivery, scan, now } = parts
  const { applications, outbox, limits } = storage
  return {
    applications,
    outbox,
    delivery,
    now,
    poke,
    caps: capsOf(content.forms),
    checkFiles: (form, files) => checkFiles(form, files, scan),
    readBy: (at) => endOfBusinessDay(at, content.promises.holidays),
    missedCohort: ({ cohortPreference }, at) => missedCohort(content.cohorts, cohortPreference, at),
    formVersions,
    links,
    secure,
    countChange: (id) => enforce(limits, `changes:${id}`, ownChanges, now()),
    draw: privatePageDrawer(site, drawPrivatePage),
    countRequest: (client) => enforce(limits, `links:client:${client}`, linkRequests, now()),
    countDownload: (client) => enforce(limits, `data:client:${client}`, downloads, now()),
  }
}

/** What a person gets of their own data, on their page and from the desk. */
function personParts({ storage, content, formVersions, mailer, config, settings, links, delivery, now, log, wait }: Shared) {
  const shown = lettersForReading(config, settings)
  const archived: PersonalArchive = {
    persons: storage.persons,
    formVersions,
    siteName: settings.siteName,
    siteUrl: settings.siteUrl,
    holdS: delivery.holdS,
    now,
    compose: (letter, application, form) => composeMail(shown, letter, application, form, 'archive'),
  }
  return {
    persons: storage.persons,
    subscriptions: storage.subscriptions,
    archive: (ids: readonly string[], withReview = false) => personalArchive(archived, ids, withReview),
    sendLinks: linkSender({
      applications: storage.applications,
      limits: storage.limits,
      links,
      now,
      log,
      send: async (to, linked) => {
        await sendNow(mailer, composeLinks(to, linked, content.forms, settings, newId(now())), wait, mailCallWords)
      },
    }),
  }
}

/** What the pages of addresses that wait for a cohort are made of. */
const openingParts = ({ storage, content, links, site, drawOpening, now }: Shared, poke: () => void): Openings => ({
  subscriptions: storage.subscriptions,
  outbox: storage.outbox,
  links,
  cohorts: content.cohorts,
  formPath: content.forms.Accelerator.path,
  count: (client) => enforce(storage.limits, `openings:client:${client}`, linkRequests, now()),
  draw: openingDrawer(site, drawOpening),
  now,
  poke,
})

function deskParts(parts: Shared, poke: () => void): Desk {
  const { storage, content, formVersions, delivery, now } = parts
  return {
    now,
    poke,
    applications: deskApplications(parts),
    outbox: storage.outbox,
    settings: storage.settings,
    subscriptions: storage.subscriptions,
    formVersions,
    defaultRubrics: content.rubrics,
    placeholders: parts.placeholders,
    delivery,
    readBy: (at) => endOfBusinessDay(at, content.promises.holidays),
    reasons: content.wording.reasons,
    delayed: (dueAt, at) => delayedMoment(content.promises, dueAt, at),
  }
}

/** The applications as the desk reads and changes them: those of the spreadsheet where that is the store. */
function deskApplications({ config, storage, sheet, content, now, log }: Shared): Storage['applications'] {
  if (sheet === undefined || config.SHEET_ROLE !== 'primary') return storage.applications
  const warn = (data: object, message: string): void => log.warn(data, message)
  const dueAt = (form: FormType, at: Date): Date => dueMoment(content.promises, form, at)
  return primary({ applications: storage.applications, sheet, forms: content.forms, dueAt, now, warn })
}

/** Settings of letters that are read again: their links lead to the form for a lost one, because the admin must not act as the applicant. */
function lettersForReading({ PUBLIC_URL }: Config, settings: LetterSettings): LetterSettings {
  const lost = PUBLIC_URL + paths.my
  return { ...settings, links: { privateLink: lost, stopLink: lost } }
}

/** Letters as the desk shows them, and messages that the admin sends. */
function letterParts(
  { config, content, settings, mailer, wait, now }: Shared,
  desk: Desk,
): Pick<Parts, 'letters' | 'correspondence'> {
  const shown = lettersForReading(config, settings)
  return {
    letters: {
      ...desk,
      compose: (...letter) => composeMail(shown, ...letter),
      previews: () => previews(content.forms, shown, now()),
    },
    correspondence: {
      ...desk,
      sendMessage: (to, subject, html) =>
        sendNow(mailer, ownMessage(newId(now()), to, subject, html, settings), wait, mailCallWords),
    },
  }
}

/** Rebuilds the mirroring spreadsheet; undefined where there is none. */
function rebuilding({ storage, sheet, delivery, now, wait }: Shared, poke: () => void): Spreadsheet['rebuild'] {
  if (sheet === undefined || delivery.spreadsheet === 'primary') return undefined
  const { applications, accounts, outbox } = storage
  return (onProgress) => rebuild({ now, poke, applications, accounts, outbox, sheet, holdS: delivery.holdS, wait }, onProgress)
}

function metricsParts({ config, version, storage, accounts }: Shared, counting: Counting, health: Metrics['health']): Metrics {
  return {
    ...counting,
    build: { version, node: process.versions.node, store: config.DATABASE_URL === undefined ? 'sqlite' : 'postgresql' },
    token: config.METRICS_TOKEN,
    measures: storage.measures,
    account: accounts.last,
    health,
    process: watchProcess(),
  }
}

/** What signing in is made of. */
function authParts({ config, storage, mailer, serverKey, site, settings, secure, log, now, wait }: Shared): Auth {
  const page = site.get(paths.loginLink)
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
    keyedHash: keyedHash(serverKey),
    loginPage: page && { html: new TextDecoder().decode(page.bytes), headers: page.headers },
    secure,
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
