import type { Context } from 'hono'
import { type ApplicationRecord, type ApplicationReply, toRecord } from '../../api/replies.ts'
import type { Actor, Application } from '../../applications/application.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import type { Rubric } from '../../shared/criterion.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { FormVersions } from '../form-versions.ts'
import type { Web } from '../http/routes.ts'
import type { Reason } from '../mail/messages/wording.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import type { Settings } from '../storage/port.ts'
import type { Subscriptions } from '../storage/subscriptions-port.ts'

/** What the desk's routes work on. */
export interface Desk {
  readonly applications: Applications
  readonly outbox: Outbox
  readonly settings: Settings
  readonly subscriptions: Pick<Subscriptions, 'counts'>
  readonly formVersions: FormVersions
  /** By form; for forms whose rubric the reviewer has not changed. */
  readonly defaultRubrics: Readonly<Record<FormType, Rubric>>
  readonly delivery: Delivery
  /** By when the reviewer reads what comes at a moment: the end of a business day. */
  readBy(at: Date): Date
  /** See `Adapters`. */
  readonly placeholders: readonly string[]
  /** The reasons for which an application by a form can be rejected. */
  reasons(form: FormType): readonly Reason[]
  /** Until when a delay at `at` puts off an answer that is due at `dueAt`. */
  delayed(dueAt: Date, at: Date): Date
  now(): Date
  /** Wakes the outbox's worker: something was queued. */
  poke(): void
}

/** Who is signed in. */
export const actorOf = (context: Context<Web>): Actor => ({ kind: 'admin', email: context.get('session').email })

/** Whether a value can be a revision: 0 or a whole number above. */
export const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * The ids that a body names.
 * @param what names them in the refusal, as `letters`
 * @throws AppError FORM_VALIDATION_FAILED when these are no ids, or more than `most`
 */
export function readIds(ids: unknown, most: number, what: string): readonly string[] {
  if (Array.isArray(ids) && ids.length <= most && ids.every((id) => typeof id === 'string')) return ids
  throw new AppError('FORM_VALIDATION_FAILED', { details: { ids: `Name the ${what}, ${most.toLocaleString('en')} at most` } })
}

/** An application as the desk reads it. */
export const recordOf = ({ formVersions }: Pick<Desk, 'formVersions'>, application: Application): ApplicationRecord =>
  toRecord(application, formVersions.isCurrent(application))

/** The reply about one application. */
export const applicationReply = (desk: Pick<Desk, 'formVersions'>, application: Application): ApplicationReply => ({
  success: true,
  application: recordOf(desk, application),
})
