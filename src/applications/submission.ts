import type { Answers, DuplicateRule, Form } from '../forms/form.ts'
import { applicant } from '../forms/views/applicant.ts'
import { day } from '../shared/dates.ts'
import { newId, withSeedOf } from '../shared/ids.ts'
import { type Actor, type Application, actorName, untouched } from './application.ts'
import type { HistoryEntry, InTime } from './history.ts'
import type { Change } from './moves.ts'
import type { Origin } from './origin.ts'
import { type Delivery, outgoing } from './outgoing.ts'
import type { Signal } from './quarantine.ts'

/** A received submission with parsed answers. */
interface Received {
  readonly form: Form
  readonly answers: Answers
  /** The sender's address, or `Unknown`. */
  readonly ip: string
  readonly origin?: Origin | null
  /** The version of the privacy notice at the form. */
  readonly notice?: string
  /** The version of the form; empty if unknown. */
  readonly formVersion?: string
  /** The cohort that was chosen, when its grace was over. */
  readonly late?: string | undefined
  /** Why it counts as in time, when it came after the grace. */
  readonly inTime?: InTime | undefined
  /** The key that it was sent under: the application's kolam is drawn from the same seed as its draft's. */
  readonly idempotencyKey?: string | undefined
  /** Why it is quarantined; undefined when it is not. */
  readonly quarantined?: readonly Signal[] | undefined
  readonly at: Date
  /** The last moment at which the promise of an answer is kept. */
  readonly dueAt: Date
  readonly delivery: Delivery
}

/**
 * The change of a submission: a pending application, its first history entry, the confirmation and the spreadsheet row. One that is quarantined sends
 * nothing.
 */
export function submit(received: Received): Change {
  const {
    form,
    answers,
    ip,
    origin = null,
    notice = '',
    formVersion = '',
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
    ...untouched,
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

/** The change that releases an application from quarantine: it counts from now on, and sends what it would have sent at once. */
export function release(application: Application, form: Form, by: Actor, at: Date, delivery: Delivery): Change {
  const entry: HistoryEntry = { at, by: actorName(by), event: { what: 'released' } }
  return { application, entry, ...outgoing(application, entry, delivery, { confirms: form.confirmation }) }
}

/** How the storage finds an earlier submission that makes a new one a duplicate. */
export interface DuplicateCheck {
  /** Equal for submissions that are the same by the form's rule. */
  readonly key: string
  readonly rule: DuplicateRule
  /** For `within_a_day`: only what was submitted after this counts. */
  readonly since: Date
}

/**
 * The duplicate check of a submission, by its form's rule (DUPLICATE_SUBMISSION). `hash` is a collision-resistant hash of a text.
 */
export function duplicateCheck(
  { form, answers, at }: Pick<Received, 'form' | 'answers' | 'at'>,
  fileHashes: Readonly<Record<string, string>>,
  hash: (text: string) => string,
): DuplicateCheck {
  const who = applicant(form, answers)
  const same = (text: string): string => text.trim().toLowerCase()
  const parts =
    form.duplicates === 'while_pending'
      ? [form.type, same(who.email), same(who.company)]
      : [form.type, Object.keys(form.fields).map((name) => [name, fileHashes[name] ?? answers[name] ?? null])]
  return { key: hash(JSON.stringify(parts)), rule: form.duplicates, since: new Date(at.getTime() - day) }
}
