import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Application } from '../applications/application.ts'
import type { OutboxDraft } from '../applications/outbox.ts'
import type { Delivery } from '../applications/outgoing/change.ts'
import type { Progress } from '../applications/progress.ts'
import type { Cohort } from '../content/schema/cohort.ts'
import type { Promises } from '../content/schema/promises.ts'
import type { OwnPart } from '../form-view/private-page/view.ts'
import type { Forms } from '../forms/form.ts'
import type { Rubric } from '../shared/criterion.ts'
import type { Rate } from '../shared/durations.ts'
import type { FormType } from '../shared/form-types.ts'
import type { Noted } from './changes/note.ts'
import type { KeyedHash } from './crypto/hashes.ts'
import type { Limits } from './database/limits.ts'
import type { Deadlines } from './deadlines/port.ts'
import type { Space } from './disk/space.ts'
import type { FormVersions } from './forms/versions.ts'
import type { Route, Web } from './http/routes.ts'
import type { Visit } from './http/visit.ts'
import type { PrivateLinks } from './links/port.ts'
import type { LetterSettings } from './mail/messages/compose.ts'
import type { Preview } from './mail/messages/preview.ts'
import type { OtherMailHandler } from './mail/other-mail.ts'
import type { Mailer } from './mail/port.ts'
import type { Holder } from './my/holder.ts'
import type { Reporting } from './outbox/handlers.ts'
import type { PublishedPages, Site } from './pages/site.ts'
import type { StoredApplications } from './records/applications/lists.ts'
import type { Edits } from './records/edits/edits.ts'
import type { Outbox } from './records/outbox/port.ts'
import type { Persons } from './records/persons/port.ts'
import type { Sheet } from './sheets/port.ts'
import type { Storage } from './storage/port.ts'

/** A number of a feature for applications, by their ids, with its title in an export. */
export interface Numbers {
  readonly name: string
  readonly title: string
  readonly of: ReadonlyMap<string, number>
}

/** What the core offers to features. */
export interface Core {
  /** For their stores. */
  readonly engine: Storage['engine']
  /** The spreadsheet; undefined without `SHEET_URL`. */
  readonly sheet: Sheet | undefined
  readonly witnesses: Storage['witnesses']
  readonly applications: StoredApplications
  /** As the desk reads and changes them: the spreadsheet's where that is the primary store. */
  readonly deskApplications: StoredApplications
  readonly outbox: Outbox
  readonly persons: Persons
  /** How changes are delivered now. */
  readonly delivery: Delivery
  readonly settings: Storage['settings']
  /** Drafts and publishes of the site's documents. */
  readonly edits: Edits
  readonly limits: Limits
  /** The parts for links of helpers: their store, and that of the codes which prove an address. */
  readonly access: Pick<Storage, 'helperLinks' | 'passcodes' | 'sessions'>
  readonly formVersions: FormVersions
  /** The forms as they are now. */
  readonly forms: Forms
  readonly cohorts: readonly Cohort[]
  /** When applicants get an answer, and how long applications are kept. */
  readonly promises: Promises
  /** The rubrics of the content. */
  readonly defaultRubrics: Readonly<Record<FormType, Rubric>>
  readonly deadlines: Deadlines
  readonly links: PrivateLinks
  /** Space on the disk for what strangers send. */
  readonly space: Space
  /** The built pages. */
  readonly site: Site
  /** The pages as they are published. */
  readonly published: PublishedPages
  readonly mailer: Mailer
  readonly letters: LetterSettings
  readonly keyedHash: KeyedHash
  readonly adminEmail: string
  readonly publicUrl: string
  /** Whether `publicUrl` is https. */
  readonly secure: boolean
  /** Seconds in which a decision can be undone. */
  readonly holdS: number
  /** MAIL_EVENTS_SECRET */
  readonly mailEventsSecret: string | undefined
  /** Why there is no backup of the last hours; undefined when there is, or none is expected of this machine. */
  backups(): string | undefined
  /** How often a client may send wrong passcodes. */
  readonly wrongPasscodes: Rate
  /** Mails a code now. @throws AppError EMAIL_SEND_FAILED */
  sendPasscode(to: string, code: string): Promise<void>
  /** Aborted when the server stops. */
  readonly stopped: AbortSignal
  readonly log: Logger
  now(): Date
  /** Resolves after `ms` milliseconds. */
  wait(ms: number): Promise<void>
  /** Queues mail, and wakes the worker that sends it. @param ip the client that caused it */
  queue(drafts: readonly OutboxDraft[], ip?: string): Promise<void>
  /** See `personalArchive`. @param withReview with what the reviewer wrote */
  archive(ids: readonly string[], withReview?: boolean): AsyncIterable<Uint8Array>
  /** Sends the links of all applications of an address to it. */
  sendLinks(email: string): void
  /** The cohort in which an application has taken a place now, as features know it. */
  cohortOf(application: Application): Promise<string | undefined>
  /** The numbers of all features that have some. */
  numbers(): Promise<readonly Numbers[]>
  /** Wakes the worker: something was queued. */
  poke(): void
  /**
   * Adds to the history of an application what `plan` says of its present state; nothing when that is undefined. Changes of one application come one after
   * the other: when another one came first, `plan` is called again.
   * @throws AppError RECORD_NOT_FOUND; and the errors of `plan`
   */
  note(applicationId: string, plan: (application: Application) => Promise<Noted | undefined>): Promise<Application>
}

/** A line of what a feature stores about an application, in the archive for its applicant. */
export interface ArchivedLine {
  readonly label: string
  readonly text: string
}

/** Work that is done at the start, and then every `everyMs` milliseconds. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  /** Whether it deletes by age: it waits while the clock is in doubt. */
  readonly deletes?: boolean
  work(): Promise<unknown>
}

/** What a feature does in a running server. */
export interface Running {
  /** Its routes. What only they need is loaded with them, after the start. @param holder for pages below the applicant's own */
  routes?(holder: Holder): Promise<Iterable<Route>>
  /** What it adds to an application on its applicant's own page. */
  ownParts?(application: Application, progress: Progress): Promise<readonly OwnPart[]>
  /** Lets others than the admin read what the desk reads. @param admin the guard of the admin's session */
  readGuard?(admin: MiddlewareHandler<Web>): MiddlewareHandler<Web>
  /** Its mail that is not about an application. */
  readonly mails?: readonly OtherMailHandler[]
  /**
   * Adds to a decision, in its transaction, what the reviewer typed into the feature's part of the dialog (`approval` of the desk).
   * @param decided the application as it will be @throws AppError: then nothing is decided
   */
  withDecision?(decided: Application, typed: unknown, by: string): Promise<Noted>
  /** Hears that a mail server refuses the address of an application for good. After an error here the letter is tried again. */
  refused?(application: Application, fault: string): Promise<unknown>
  /** Hears of changes. */
  readonly reports?: Reporting
  /** Hears of every page that is opened, and every form that is begun. It is called for each request, so it waits for nothing. */
  visited?(visit: Visit): void
  readonly chores?: readonly Chore[]
  /** A number of its own for applications, in exports; undefined while it has none. */
  numbers?(): Promise<Omit<Numbers, 'name'> | undefined>
  /** The cohort in which an application has taken a place now; undefined when it has none. */
  cohortOf?(application: Application): Promise<string | undefined>
  /** What it stores about an application, for the archive of its applicant: lines to read, and the same as JSON; undefined for nothing. */
  archived?(applicationId: string): Promise<{ readonly lines: readonly ArchivedLine[]; readonly data: unknown } | undefined>
}

/**
 * What a feature adds to the server. Its folder `src/features/<name>` exports one as `feature` from `feature.ts`. Found by their files are also its tables
 * (`tables.ts`), their migrations (`migrations/`), the placeholders of its mails (`templates.ts`), its pages (`pages/**.astro`), and what it adds to the desk
 * (`desk.tsx`).
 */
export interface Feature {
  /** The paths of built pages whose slot its routes fill. */
  readonly ownPages?: readonly string[]
  /** The store from which the desk reads and in which it changes applications, in place of the database's. */
  deskStore?(core: Omit<Core, 'deskApplications'>): StoredApplications | undefined
  run(core: Core): Running
  /** A sample of each of its mails, for people who change the wording. */
  previews?(settings: LetterSettings, now: Date, forms: Forms): readonly Preview[]
}

/** A feature in a running server, with the name of its folder. */
export type RunningFeature = Running & { readonly name: string }
