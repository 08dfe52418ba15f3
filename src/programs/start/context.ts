import type { Application } from '../../applications/application.ts'
import { earliestChange } from '../../applications/meetings.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { codeLife } from '../../server/auth/passcodes.ts'
import { noteChanges } from '../../server/changes/note.ts'
import { readApplication } from '../../server/changes/save-changes.ts'
import { type Config, isPublic, settings } from '../../server/config.ts'
import { keyedHash } from '../../server/crypto/hashes.ts'
import { deadlines } from '../../server/deadlines/deadlines.ts'
import type { Deadlines } from '../../server/deadlines/port.ts'
import { createSpace, type Space } from '../../server/disk/space.ts'
import type { Core, RunningFeature } from '../../server/feature.ts'
import { features } from '../../server/features.ts'
import type { Visit } from '../../server/http/visit.ts'
import type { PrivateLinks } from '../../server/links/port.ts'
import { privateLinks } from '../../server/links/private-links.ts'
import { passcodeWords, sendNow } from '../../server/mail/attempts.ts'
import { composePasscode, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { untilNotStale } from '../../server/records/until-not-stale.ts'
import { newId } from '../../shared/ids.ts'
import { backupWarning, readBackupState } from '../copies/state.ts'
import type { Adapters } from './adapters.ts'
import { ownData } from './own-data.ts'

/** Parts that several features use. */
export interface Shared extends Adapters {
  readonly config: Config
  readonly delivery: Delivery
  readonly ownData: ReturnType<typeof ownData>
  readonly core: Core
  readonly running: readonly RunningFeature[]
  /** Tells features of a visit. */
  visited(visit: Visit): void
  readonly settings: LetterSettings
  readonly links: PrivateLinks
  readonly deadlines: Deadlines
  readonly deskApplications: Core['deskApplications']
  readonly space: Space
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
}

/** What each feature wants to hear of now. */
const wantedBy = (running: readonly RunningFeature[]): ReturnType<NonNullable<Delivery['reports']>> =>
  Object.fromEntries(running.flatMap(({ name, reports }) => (reports === undefined ? [] : [[name, reports.wants()]])))

/** Makes the parts that several features use from the settings and adapters. @param poke wakes the outbox's worker */
export function shared(config: Config, adapters: Adapters, poke: () => void): Shared {
  const { storage, sheet, content, now } = adapters
  const letterSettings: LetterSettings = {
    wording: content.wording,
    languages: content.languages,
    get siteName() {
      return content.site.name
    },
    get signedBy() {
      const { name, signature } = content.site
      return signature === undefined ? `The ${name} team` : `${signature}, ${name}`
    },
    siteUrl: config.PUBLIC_URL,
    get bookingUrl() {
      const own = config.PITCH_BOOKING_URL !== settings.PITCH_BOOKING_URL.or
      return own ? config.PITCH_BOOKING_URL : `https://${content.site.email.split('@')[1]}/book`
    },
  }
  const space = createSpace(storage.limits, adapters.disk, now)
  const links = privateLinks(storage.settings, storage.linkStates, config.PUBLIC_URL)
  const delivery: Delivery = {
    spreadsheet: sheet === undefined ? 'none' : config.SHEET_ROLE,
    holdS: config.DECISION_HOLD_S,
    reports: () => wantedBy(running),
  }
  const own = ownData(adapters, letterSettings, delivery, () => running, poke)
  const parts = {
    ...{ letters: letterSettings, links, space, delivery, poke },
    ...own,
    numbers: async () => {
      const all = await Promise.all(running.map(async ({ name, numbers }) => ({ name, own: await numbers?.() })))
      return all.flatMap(({ name, own }) => (own === undefined ? [] : [{ name, ...own }]))
    },
    cohortOf: async (application: Application) => {
      const all = await Promise.all(running.map(({ cohortOf }) => cohortOf?.(application)))
      return all.find((cohort) => cohort !== undefined)
    },
    deadlines: deadlines(storage.settings, content.cohorts, now),
  }
  const base = coreOf(config, adapters, parts)
  const [deskStore] = features.flatMap((feature) => feature.deskStore?.(base) ?? [])
  if (delivery.spreadsheet === 'primary' && deskStore === undefined) throw new Error('Nothing reads the primary spreadsheet.')
  const core: Core = { ...base, deskApplications: deskStore ?? storage.applications }
  const running: readonly RunningFeature[] = features.map((feature) => ({ name: feature.name, ...feature.run(core) }))
  const counters = running.flatMap(({ visited = [] }) => visited)
  return {
    ...adapters,
    config,
    core,
    running,
    visited(visit) {
      for (const count of counters) count(visit)
    },
    delivery,
    ownData: own,
    space,
    settings: letterSettings,
    links,
    deadlines: parts.deadlines,
    deskApplications: core.deskApplications,
    secure: core.secure,
  }
}

/** The settings for letters, with whether a time for a meeting can be chosen now. */
export const withSlots = async ({
  settings,
  storage,
  now,
}: Pick<Shared, 'settings' | 'storage' | 'now'>): Promise<LetterSettings> => ({
  ...settings,
  hasSlots: (await storage.slots.open(earliestChange(now()))).length > 0,
})

/** What features get of the core. */
const coreOf = (
  config: Config,
  { storage, sheet, formVersions, content, site, published, mailer, serverKey, stopped, log, now, wait }: Adapters,
  parts: Pick<
    Core,
    | 'cohortOf'
    | 'numbers'
    | 'letters'
    | 'links'
    | 'space'
    | 'delivery'
    | 'poke'
    | 'persons'
    | 'archive'
    | 'sendLinks'
    | 'deadlines'
  >,
): Omit<Core, 'deskApplications'> => ({
  ...parts,
  ...{
    engine: storage.engine,
    sheet,
    witnesses: storage.witnesses,
    wait,
    applications: storage.applications,
    outbox: storage.outbox,
  },
  ...{
    settings: storage.settings,
    limits: storage.limits,
    edits: storage.edits,
    formVersions,
    site,
    published,
    mailer,
    stopped,
    log,
    now,
  },
  ...{ forms: content.forms, cohorts: content.cohorts, promises: content.promises, defaultRubrics: content.rubrics },
  access: storage,
  keyedHash: keyedHash(serverKey),
  adminEmail: config.ADMIN_EMAIL,
  publicUrl: config.PUBLIC_URL,
  secure: config.PUBLIC_URL.startsWith('https:'),
  holdS: config.DECISION_HOLD_S,
  mailEventsSecret: config.MAIL_EVENTS_SECRET,
  // PostgreSQL may be backed up by its own means.
  backups: () => backupWarning(readBackupState(config.DATA_DIR), now(), isPublic(config) && config.DATABASE_URL === undefined),
  wrongPasscodes: config.LIMIT_PASSCODES,
  async sendPasscode(to, code) {
    await sendNow(mailer, composePasscode(to, code, parts.letters, newId(now()), codeLife), wait, passcodeWords)
  },
  async queue(drafts, ip) {
    await storage.outbox.queue(drafts, now(), ip)
    parts.poke()
  },
  note: (id, plan) =>
    untilNotStale(async () => {
      const application = await readApplication(storage.applications, id)
      const noted = await plan(application)
      if (noted === undefined) return application
      if ((await storage.applications.save(...noteChanges(application, noted, now(), parts.delivery))) === 'stale') return 'stale'
      parts.poke()
      return readApplication(storage.applications, id)
    }),
})
