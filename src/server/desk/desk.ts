import {
  type ApplicationRecord,
  type ApplicationResponse,
  type MessageRecord,
  toMessageRecord,
  toRecord,
} from '../../api/responses.ts'
import { type Application, endOf } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { Reason } from '../../applications/moves.ts'
import type { OutboxEntry } from '../../applications/outbox.ts'
import type { Act, Delivery } from '../../applications/outgoing/change.ts'
import type { Rubric } from '../../shared/criterion.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import { meetingThen } from '../changes/meeting-times.ts'
import type { Noted } from '../changes/note.ts'
import type { Settings } from '../database/settings.ts'
import type { FormVersions } from '../forms/versions.ts'
import { invalid } from '../http/faults.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'
import type { Slots } from '../records/slots.ts'

/** The parts for the desk's routes. */
export interface Desk {
  readonly applications: Applications
  readonly outbox: Outbox
  readonly settings: Settings
  readonly slots: Slots
  readonly formVersions: FormVersions
  /** By form. They apply to forms whose rubric the reviewer has not changed. */
  readonly defaultRubrics: Readonly<Record<FormType, Rubric>>
  readonly delivery: Delivery
  /** The latest time at which the reviewer reads an answer that arrives at `at`: the end of a business day. */
  readBy(at: Date): Date
  /** The titles of mail that is not about an application, by its name. */
  readonly mailTitles: ReadonlyMap<string, string>
  /** What features add to a decision, by the name of each. */
  readonly withDecision: ReadonlyMap<string, (decided: Application, typed: unknown, by: string) => Promise<Noted>>
  /** What the operator should do, a sentence each: placeholders, a clock in doubt, a disk that is nearly full. */
  warnings(): Promise<readonly string[]>
  /** The version of the server, with its commit. */
  readonly version: string
  /** The reasons that a rejection of this form can give. */
  reasons(form: FormType): readonly Reason[]
  /** The new due moment when an answer that is due at `dueAt` is delayed at `at`. */
  delayed(dueAt: Date, at: Date): Date
  now(): Date
  /** Wakes the outbox's worker: something was queued. */
  poke(): void
}

/** An act of the reviewer now. */
export const actNow = ({ delivery, now }: Pick<Desk, 'delivery' | 'now'>, by: string): Act => ({ by, at: now(), delivery })

/** @param consequence what cannot be done @throws AppError INVALID_STATUS_TRANSITION when the review of an application is ended */
export function refuseEnded(application: Application, consequence: string): void {
  const end = endOf(application)
  if (end !== undefined) throw new AppError('INVALID_STATUS_TRANSITION', { message: `${end.toReviewer}, so ${consequence}.` })
}

/** The largest revision that a record can have: the next one must fit into a column of PostgreSQL, too. */
const maxRevision = 2 ** 31 - 2

/** Whether a value can be a revision: a whole number from 0. */
export const isRevision = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxRevision

/**
 * Reads the ids in a body.
 * @param noun names them in the error, such as `letters`
 * @throws AppError FORM_VALIDATION_FAILED when they are not strings, or more than `max`
 */
export function readIds(ids: unknown, max: number, noun: string): readonly string[] {
  if (Array.isArray(ids) && ids.length <= max && ids.every((id) => typeof id === 'string')) return ids
  throw invalid('ids', `A list of at most ${max.toLocaleString('en')} ${noun} is required`)
}

/** An application as a record of the API. */
export const recordOf = ({ formVersions }: Pick<Desk, 'formVersions'>, application: Application): ApplicationRecord =>
  toRecord(application, formVersions.isCurrent(application))

/** Entries of the outbox as records of the API. @param history see `toMessageRecord` */
export const messageRecords = (
  { mailTitles }: Pick<Desk, 'mailTitles'>,
  entries: readonly OutboxEntry[],
  history?: readonly HistoryEntry[],
): readonly MessageRecord[] =>
  entries.map((entry) => {
    const title = entry.topic === 'mail.other' ? mailTitles.get(entry.payload.mail) : undefined
    return { ...toMessageRecord(entry, history), ...(title !== undefined && { title }) }
  })

/** The response about an application whose meeting may be at the time of another one. */
export async function meetingResponse(desk: Desk, application: Application): Promise<ApplicationResponse> {
  const records = (await meetingThen(desk, application)).map((other) => recordOf(desk, other))
  const neighbours = records.map(({ id, form_type, applicant_name, applicant_email, company_name, status }) => ({
    ...{ id, form_type, applicant_name, applicant_email, company_name, status },
  }))
  return { ...applicationResponse(desk, application), ...(neighbours.length > 0 && { same_time: neighbours }) }
}

/** The response about one application. */
export const applicationResponse = (desk: Pick<Desk, 'formVersions'>, application: Application): ApplicationResponse => ({
  success: true,
  application: recordOf(desk, application),
})
