import { paths } from '../../../api/paths.ts'
import { missedCohort } from '../../../content/cohorts.ts'
import { dueMoment, endOfBusinessDay } from '../../../content/promises.ts'
import { formIn } from '../../../languages/form.ts'
import { keyedHash } from '../../../server/crypto/hashes.ts'
import type { FormVersions } from '../../../server/forms/versions.ts'
import { enforce, submissionLimit } from '../../../server/http/limits.ts'
import { pageAt } from '../../../server/http/visit.ts'
import { checkFiles } from '../../../server/intake/files.ts'
import { capsOf, type Intake } from '../../../server/intake/routes.ts'
import { createSuspicion } from '../../../server/intake/suspicion.ts'
import { type ServerContent, speechIn } from '../../../server/pages/content.ts'
import { drawInSlot } from '../../../server/pages/drawn.ts'
import { hour } from '../../../shared/dates.ts'
import type { Rate } from '../../../shared/durations.ts'
import { spoken } from '../../../shared/translate.ts'
import type { Renderer } from '../adapters.ts'
import type { OwnPages } from '../app.ts'
import type { Shared } from '../context.ts'

/** How often an applicant may change one application: each change sends a letter. */
const ownChanges: Rate = { count: 20, periodMs: hour }

/**
 * How often one client may request lost links: enough for an office behind one address, too slow for testing which addresses applied.
 */
const linkRequests: Rate = { count: 20, periodMs: hour }

/** How often one client may download their data: each download makes a new archive. */
const downloads: Rate = { count: 20, periodMs: hour }

export function intakeParts(
  {
    config,
    storage,
    content,
    site,
    formVersions,
    delivery,
    links,
    deadlines,
    secure,
    serverKey,
    scan,
    space,
    visited,
    now,
  }: Shared,
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
    languages: content.languages,
    isServed: (path) => site.has(path),
    begun(address = '', agent) {
      const page = pageAt(address)
      if (page !== undefined && site.has(page)) visited({ kind: 'begun', page, agent })
    },
    formVersions,
    notice: () => content.notice,
    limit: submissionLimit(storage.limits, config.LIMIT_SUBMISSIONS),
    links,
    secure,
    publicUrl: config.PUBLIC_URL,
    keyedHash: hashed,
    suspect: createSuspicion(hashed),
    scan,
    space,
  }
}

/** The form versions in the language of the request. */
function spokenVersions(versions: FormVersions, content: ServerContent): FormVersions {
  return {
    ...versions,
    get today() {
      return content.languages.find(({ code }) => code === spoken())?.forms ?? versions.today
    },
    of: async (sent) => {
      const form = await versions.of(sent)
      const speech = speechIn(content, spoken(), form.type)
      return speech === undefined ? form : formIn(form, speech)
    },
  }
}

export function ownPageParts(
  parts: Shared,
  { drawPrivatePage }: Renderer,
  poke: () => void,
): Omit<OwnPages, keyof Shared['ownData'] | 'holder'> {
  const { storage, content, formVersions, site, links, secure, delivery, scan, space, now } = parts
  const { applications, outbox, limits, slots, settings } = storage
  return {
    partsOf: async (application, progress) =>
      (await Promise.all(parts.running.map(({ ownParts }) => ownParts?.(application, progress) ?? []))).flat(),
    applications,
    outbox,
    slots,
    settings,
    get siteName() {
      return parts.settings.siteName
    },
    delivery,
    now,
    poke,
    caps: () => capsOf(content.forms),
    checkFiles: (form, files) => checkFiles(form, files, scan),
    readBy: (at) => endOfBusinessDay(at, content.promises.holidays),
    missedCohort: ({ cohortPreference }, at) => missedCohort(content.cohorts, cohortPreference, at),
    formVersions: spokenVersions(formVersions, content),
    speechIn: (code, about) => speechIn(content, code, about),
    links,
    secure,
    space,
    countChange: (id) => enforce(limits, `changes:${id}`, ownChanges, now()),
    draw: drawInSlot(site, paths.my, drawPrivatePage),
    countRequest: (client) => enforce(limits, `links:client:${client}`, linkRequests, now()),
    countDownload: (client) => enforce(limits, `data:client:${client}`, downloads, now()),
  }
}
