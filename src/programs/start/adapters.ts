import type { Logger } from 'pino'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import type { RefusalView } from '../../form-view/refusal/view.ts'
import type { Disk } from '../../server/disk/disk.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import type { Refused } from '../../server/intake/routes.ts'
import type { Scan } from '../../server/intake/scan.ts'
import type { Mailer } from '../../server/mail/port.ts'
import type { ServerContent } from '../../server/pages/content.ts'
import type { DrawKeepLink } from '../../server/pages/drawn.ts'
import type { PublishedPages, Site } from '../../server/pages/site.ts'
import type { Sheet } from '../../server/sheets/port.ts'
import type { Storage } from '../../server/storage/port.ts'

/** Renders parts of built pages, as HTML. */
export interface Renderer {
  /** A refused form with its answers and messages. */
  drawRefused(refused: Refused): string
  /** The page for a native post that was refused before its answers were read. */
  drawRefusal(view: RefusalView): string
  /** An applicant's own page. */
  drawPrivatePage(view: PrivatePageView): string
  readonly drawKeepLink: DrawKeepLink
}

/** Everything outside the process, and the parts that only a build or a test can provide. */
export interface Adapters {
  readonly storage: Storage
  readonly mailer: Mailer
  /** Undefined without `SHEET_URL`. */
  readonly sheet: Sheet | undefined
  readonly content: ServerContent
  readonly formVersions: FormVersions
  /** The current pages and files of the site. */
  readonly site: Site
  readonly published: PublishedPages
  /** Loads the renderer: React is large, and few requests need it. */
  loadRenderer(): Promise<Renderer>
  readonly log: Logger
  /** The secret key for hashes of short or personal values; the same on all nodes. */
  readonly serverKey: string
  now(): Date
  /** Resolves after `ms` milliseconds, or as soon as the signal is aborted; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** The disk of the data folder. */
  disk(): Promise<Disk>
  /** Undefined when no scanner is configured. */
  readonly scan?: Scan | undefined
  readonly version: string
  /** Settings and content that are still placeholders, a sentence each. The desk shows them. */
  placeholders(): readonly string[]
  /** Aborted when the server stops: event streams end. */
  readonly stopped: AbortSignal
}
