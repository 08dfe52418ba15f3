import type { OutboxDraft } from '../applications/outbox.ts'
import type { KeyedHash } from './crypto/hashes.ts'
import type { FormVersions } from './forms/versions.ts'
import type { Route } from './http/routes.ts'
import type { LetterSettings } from './mail/messages/compose.ts'
import type { Preview } from './mail/messages/preview.ts'
import type { OtherMailHandler } from './mail/other-mail.ts'
import type { Mailer } from './mail/port.ts'
import type { Outbox } from './outbox/store/port.ts'
import type { Site } from './pages/site.ts'
import type { Applications } from './storage/applications/port.ts'
import type { Limits } from './storage/limits.ts'
import type { Storage } from './storage/port.ts'

/** What the core offers to features. */
export interface Core {
  /** For their stores. */
  readonly engine: Storage['engine']
  readonly applications: Applications
  readonly outbox: Outbox
  readonly limits: Limits
  readonly formVersions: FormVersions
  /** The built pages. */
  readonly site: Site
  readonly mailer: Mailer
  readonly letters: LetterSettings
  readonly keyedHash: KeyedHash
  readonly publicUrl: string
  /** Whether `publicUrl` is https. */
  readonly secure: boolean
  now(): Date
  /** Queues mail, and wakes the worker that sends it. */
  queue(drafts: readonly OutboxDraft[]): Promise<void>
}

/** A line of what a feature stores about an application, in the archive for its applicant. */
export interface ArchivedLine {
  readonly label: string
  readonly text: string
}

/**
 * What a feature adds to the server. Its folder `src/features/<name>` exports one as `feature` from `feature.ts`. Found by their files are also its migrations
 * (`migrations/`), the placeholders of its mails (`templates.ts`), its pages (`pages/**.astro`), and what it adds to the desk (`desk.tsx`).
 */
export interface Feature {
  readonly name: string
  /** The paths of built pages whose slot its routes fill. */
  readonly ownPages?: readonly string[]
  /** Its routes. What only they need is loaded with them, after the start. */
  routes?(core: Core): Promise<Iterable<Route>>
  /** Its mail that is not about an application. */
  mails?(core: Core): readonly OtherMailHandler[]
  /** A sample of each of its mails, for people who change the wording. */
  previews?(settings: LetterSettings, now: Date): readonly Preview[]
  /** Ends in a restored database what had ended in the one that it replaces. */
  readonly restored?: {
    /** The ids of what is valid. */
    valid(db: Storage['engine']['read']): Promise<readonly string[]>
    /** Ends all but `valid`. */
    endOthers(engine: Storage['engine'], valid: readonly string[], at: Date): Promise<void>
  }
  /** What it stores about an application, for the archive of its applicant: lines to read, and the same as JSON. */
  archived?(core: Core, applicationId: string): Promise<{ readonly lines: readonly ArchivedLine[]; readonly data: unknown }>
}
