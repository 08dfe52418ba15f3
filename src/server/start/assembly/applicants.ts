import { paths } from '../../../api/paths.ts'
import { missedCohort } from '../../../content/cohorts.ts'
import { dueMoment, endOfBusinessDay } from '../../../content/promises.ts'
import { hour } from '../../../shared/dates.ts'
import type { Rate } from '../../../shared/durations.ts'
import { keyedHash } from '../../crypto/hashes.ts'
import { type PersonalArchive, personalArchive } from '../../export/personal-archive.ts'
import { enforce, submissionLimit } from '../../http/limits.ts'
import { checkFiles } from '../../intake/files.ts'
import { capsOf, type Intake } from '../../intake/routes.ts'
import { createSuspicion } from '../../intake/suspicion.ts'
import { forReading } from '../../mail/messages/preview.ts'
import type { PrivatePages } from '../../my/routes.ts'
import { linkSender } from '../../my/send-links.ts'
import { drawInSlot } from '../../pages/drawn.ts'
import type { Renderer } from '../adapters.ts'
import { composeMail, type Shared } from '../context.ts'

/** How often an applicant may change one application: each change sends a letter. */
const ownChanges: Rate = { count: 20, periodMs: hour }

/**
 * How often one client may request lost links: enough for an office behind one address, too slow for testing which addresses applied.
 */
const linkRequests: Rate = { count: 20, periodMs: hour }

/** How often one client may download their data: each download makes a new archive. */
const downloads: Rate = { count: 20, periodMs: hour }

/** The parts for receiving submissions. */
export function intakeParts(
  { config, storage, content, formVersions, delivery, links, deadlines, secure, serverKey, scan, space, now }: Shared,
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

/** The parts for the applicants' own pages. */
export function privatePageParts(
  parts: Shared,
  { drawPrivatePage }: Renderer,
  poke: () => void,
): Omit<PrivatePages, keyof ReturnType<typeof personParts>> {
  const { storage, content, formVersions, site, links, secure, delivery, scan, space, now } = parts
  const { applications, outbox, limits, slots, settings } = storage
  return {
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
    formVersions,
    links,
    secure,
    space,
    countChange: (id) => enforce(limits, `changes:${id}`, ownChanges, now()),
    draw: drawInSlot(site, paths.my, drawPrivatePage),
    countRequest: (client) => enforce(limits, `links:client:${client}`, linkRequests, now()),
    countDownload: (client) => enforce(limits, `data:client:${client}`, downloads, now()),
  }
}

/** What features store about an application, by their names. */
async function archivedBy({ running }: Shared, id: string) {
  const all = await Promise.all(running.map(async ({ name, archived }) => [name, await archived?.(id)] as const))
  return Object.fromEntries(all.flatMap(([name, stored]) => (stored === undefined ? [] : [[name, stored]])))
}

/** The parts that give a person their own data, on their page and from the desk. */
export function personParts(parts: Shared, poke: () => void) {
  const { storage, formVersions, settings, delivery, now, log } = parts
  const shown = () => forReading(settings)
  const archived: PersonalArchive = {
    persons: storage.persons,
    ofFeatures: (id) => archivedBy(parts, id),
    formVersions,
    get siteName() {
      return settings.siteName
    },
    siteUrl: settings.siteUrl,
    holdS: delivery.holdS,
    now,
    compose: (...letter) => composeMail(shown(), ...letter),
  }
  return {
    persons: storage.persons,
    archive: (ids: readonly string[], withReview = false) => personalArchive(archived, ids, withReview),
    sendLinks: linkSender({ ...storage, log, now, poke }),
  }
}
