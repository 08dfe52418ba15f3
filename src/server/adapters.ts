import type { Logger } from 'pino'
import type { Cohort } from '../content/schema/cohort.ts'
import type { Promises } from '../content/schema/promises.ts'
import type { OpeningView } from '../form-view/opening/OpeningPage.tsx'
import type { PrivatePageView } from '../form-view/private-page/view.ts'
import type { Forms } from '../forms/definitions/all.ts'
import type { Rubric } from '../shared/criterion.ts'
import type { FormType } from '../shared/form-types.ts'
import type { BackupState } from './backup-state.ts'
import type { FormVersions } from './form-versions.ts'
import type { Refused } from './intake/routes.ts'
import type { Scan } from './intake/scan.ts'
import type { Wording } from './mail/messages/wording.ts'
import type { Mailer } from './mail/port.ts'
import type { DrawKeepLink } from './pages/drawn.ts'
import type { Asset } from './pages/load.ts'
import type { Sheet } from './sheets/port.ts'
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
  readonly promises: Promises
}

/** Everything outside the process, and what only a build or a test can give. */
export interface Adapters {
  readonly storage: Storage
  readonly mailer: Mailer
  /** Undefined without `SHEET_URL`. */
  readonly sheet: Sheet | undefined
  readonly content: ServerContent
  readonly formVersions: FormVersions
  /** The built pages by path; those that a moment changes under a path for each (shared/built-pages.ts). */
  readonly site: ReadonlyMap<string, Asset>
  /** The markup of a refused form with its answers and messages. */
  drawRefused(refused: Refused): string
  /** The markup of an applicant's own page. */
  drawPrivatePage(view: PrivatePageView): string
  /** The markup of the page of an address that waits for a cohort. */
  drawOpening(view: OpeningView): string
  readonly drawKeepLink: DrawKeepLink
  readonly log: Logger
  /** The secret that hashes of short or personal things are made under; the same on all nodes. */
  readonly serverKey: string
  now(): Date
  /** Resolves after `ms` milliseconds, or as soon as the signal is aborted; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Resolves when files can be written; rejects with the reason why not. */
  checkDisk(): Promise<void>
  /** What is recorded of backups and rehearsals on this machine. */
  backups(): BackupState
  /** Undefined where no scanner is set. */
  readonly scan?: Scan | undefined
  readonly version: string
  /** What still says a placeholder, a sentence each; the desk shows it. */
  readonly placeholders: readonly string[]
  /** Aborted when the server stops: event streams end. */
  readonly stopped: AbortSignal
}
