import type { Answers, Form } from '../forms/form.ts'
import { applicant } from '../forms/views/applicant.ts'
import { after, day } from '../shared/dates.ts'
import { newId, withSeedOf } from '../shared/ids.ts'
import { mailboxKey } from '../shared/mailbox.ts'
import { type Application, initialState } from './application.ts'
import type { HistoryEntry, InTime } from './history.ts'
import type { Change } from './moves.ts'
import type { Origin } from './origin.ts'
import type { Act, Delivery } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'
import type { Signal } from './signals.ts'

/** A received submission with parsed answers. */
interface Received {
  readonly form: Form
  readonly answers: Answers
  /** The sender's IP address, or `Unknown`. */
  readonly ip: string
  readonly origin?: Origin | null
  /** The version of the privacy notice at the form. */
  readonly notice?: string
  /** The version of the form; empty if unknown. */
  readonly formVersion?: string
  /** See `Application.language`. */
  readonly language?: string | undefined
  /** The chosen cohort, if its grace was over. */
  readonly late?: string | undefined
  /** Why it counts as in time, if it arrived after the grace. */
  readonly inTime?: InTime | undefined
  /** Its idempotency key. The id gets the same seed, so that the application has the kolam of its draft. */
  readonly idempotencyKey?: string | undefined
  /** Why it is quarantined; undefined if it is not. */
  readonly quarantined?: readonly Signal[] | undefined
  readonly at: Date
  /** The due moment: when the promised time for an answer ends. */
  readonly dueAt: Date
  readonly delivery: Delivery
}

/**
 * The change for a submission: a pending application, its first history entry, the confirmation and the spreadsheet row. A quarantined submission has
 * no confirmation and no row.
 */
export function submit(received: Received): Change {
  const {
    form,
    answers,
    ip,
    origin = null,
    notice = '',
    formVersion = '',
    language,
    late,
    inTime,
    quarantined,
    idempotencyKey,
    at,
    dueAt,
    delivery,
  } = received
  const who = applicant(form, answers)
  const application: Application = {
    ...initialState,
    id: withSeedOf(idempotencyKey, newId(at)),
    formType: form.type,
    applicantName: who.name,
    applicantEmail: who.email,
    companyName: who.company,
    answers,
    status: 'pending',
    submittedAt: at,
    dueAt,
    ip,
    origin,
    notice,
    formVersion,
    ...(language !== undefined && { language }),
  }
  const event = {
    what: 'submitted',
    ...(late !== undefined && { late }),
    ...(inTime !== undefined && { inTime }),
    ...(quarantined !== undefined && { quarantined }),
  } as const
  const entry: HistoryEntry = { at, by: 'applicant', event }
  return { application, entry, ...outgoing(application, entry, delivery, { confirms: form.confirmation }) }
}

/** The change that releases an application from quarantine. It queues the confirmation and the row that the submission would have queued. */
export function release(application: Application, form: Form, { by, at, delivery }: Act): Change {
  const entry: HistoryEntry = { at, by, event: { what: 'released' } }
  return { application, entry, ...outgoing(application, entry, delivery, { confirms: form.confirmation }) }
}

/**
 * The duplicate check for a submission, by its form's rule (DUPLICATE_SUBMISSION). `hash` is a collision-resistant hash of a text.
 */
export function duplicateCheck(
  { form, answers, at }: Pick<Received, 'form' | 'answers' | 'at'>,
  fileHashes: Readonly<Record<string, string>>,
  hash: (text: string) => string,
) {
  const who = applicant(form, answers)
  const parts =
    form.duplicates === 'while_pending'
      ? [form.type, mailboxKey(who.email), who.company.trim().toLowerCase()]
      : [form.type, Object.keys(form.fields).map((name) => [name, fileHashes[name] ?? answers[name] ?? null])]
  return { key: hash(JSON.stringify(parts)), rule: form.duplicates, since: after(at, -day) }
}
