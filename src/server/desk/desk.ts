import type { Act } from '../../applications/outgoing/change.ts'
import type { Rubric } from '../../shared/criterion.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Settings } from '../database/settings.ts'
import type { FormVersions } from '../forms/versions.ts'
import type { StoredApplications } from '../records/applications/lists.ts'
import type { Outbox } from '../records/outbox/port.ts'
import type { Slots } from '../records/slots.ts'
import type { Patching } from './patch.ts'

export interface Desk extends Patching {
  readonly applications: StoredApplications
  readonly outbox: Outbox
  readonly settings: Settings
  readonly slots: Slots
  readonly formVersions: FormVersions
  /** By form. They apply to forms whose rubric the reviewer has not changed. */
  readonly defaultRubrics: Readonly<Record<FormType, Rubric>>
  /** The latest time at which the reviewer reads an answer that arrives at `at`: the end of a business day. */
  readBy(at: Date): Date
  /** The titles of mail that is not about an application, by its name. */
  readonly mailTitles: ReadonlyMap<string, string>
  /** What the operator should do, a sentence each: placeholders, a clock in doubt, a disk that is nearly full. */
  warnings(): Promise<readonly string[]>
  /** The version of the server, with its commit. */
  readonly version: string
  /** The new due moment when an answer that is due at `dueAt` is delayed at `at`. */
  delayed(dueAt: Date, at: Date): Date
}

/** An act of the reviewer now. */
export const actNow = ({ delivery, now }: Pick<Desk, 'delivery' | 'now'>, by: string): Act => ({ by, at: now(), delivery })
