// A long file: the replies of every call in one place, because most of them share records.
import type { ApplicantRequest, Application, Scores, Stats, Status } from '../applications/application.ts'
import type { Event } from '../applications/history.ts'
import type { Insights } from '../applications/insights/insights.ts'
import { waitsForHand } from '../applications/letter-hold.ts'
import type { Origin } from '../applications/origin.ts'
import { type Addition, isTemplateLetter, type OutboxEntry } from '../applications/outbox.ts'
import type { PersonKind } from '../applications/person.ts'
import type { Signal } from '../applications/quarantine.ts'
import { requestState } from '../applications/requests.ts'
import type { FormSnapshot } from '../forms/snapshot.ts'
import type { Difference } from '../forms/views/as-text.ts'
import type { Rubric } from '../shared/criterion.ts'
import type { ErrorCode } from '../shared/errors.ts'
import type { FormType } from '../shared/form-types.ts'

/** The body of every error response. */
export interface ErrorBody {
  readonly success: false
  readonly error: string
  readonly code: ErrorCode
  readonly details?: Readonly<Record<string, string>>
  /** ISO 8601. */
  readonly timestamp: string
}

/** An application in the specification's names and no others, as `/api/sheet` and the exports give it. Times are ISO 8601 in UTC. */
export interface SpecifiedRecord {
  readonly id: string
  readonly form_type: FormType
  readonly applicant_name: string
  readonly applicant_email: string
  readonly company_name: string
  readonly form_data: Readonly<Record<string, unknown>>
  readonly status: Status
  readonly submitted_at: string
  readonly reviewed_at: string | null
  readonly reviewed_by: string | null
  readonly notes: string
  readonly meeting_scheduled_at: string | null
}

export const toSpecifiedRecord = (application: Application): SpecifiedRecord => ({
  id: application.id,
  form_type: application.formType,
  applicant_name: application.applicantName,
  applicant_email: application.applicantEmail,
  company_name: application.companyName,
  form_data: application.answers,
  status: application.status,
  submitted_at: application.submittedAt.toISOString(),
  reviewed_at: application.reviewedAt?.toISOString() ?? null,
  reviewed_by: application.reviewedBy,
  notes: application.notes,
  meeting_scheduled_at: application.meetingAt?.toISOString() ?? null,
})

/** An application as the desk reads it. */
export interface ApplicationRecord extends SpecifiedRecord {
  /** When the applicant withdrew it; null unless it is withdrawn. */
  readonly withdrawn_at: string | null
  /** The last moment at which the promise of an answer is kept; it counts while the application is pending. ISO 8601. */
  readonly due_at: string
  /** The revision of the answers, 0 as submitted, and the one that the reviewer has seen: lower when the applicant has changed them since. */
  readonly answers_revision: number
  readonly seen_revision: number
  readonly scores: Scores
  /** `answered`: the applicant has answered a request that is not closed; `asked`: a request waits for the applicant. */
  readonly request_state?: 'asked' | 'answered'
  /** When the owner of the address stopped its letters, because they did not send this. */
  readonly letters_stopped_at?: string
  /** Raised by every change: of two records of one application the higher is the newer. */
  readonly revision: number
  /** Whether its form has changed since: the reply for one application has the form as it was asked. */
  readonly earlier_form?: true
}

export const toRecord = (application: Application, isCurrent: boolean): ApplicationRecord => ({
  ...toSpecifiedRecord(application),
  withdrawn_at: application.withdrawnAt?.toISOString() ?? null,
  due_at: application.dueAt.toISOString(),
  answers_revision: application.answersRevision,
  seen_revision: application.seenRevision,
  scores: application.scores,
  ...(requestState(application) !== undefined && { request_state: requestState(application) }),
  ...(application.lettersStoppedAt !== null && { letters_stopped_at: application.lettersStoppedAt.toISOString() }),
  revision: application.revision,
  ...(!isCurrent && { earlier_form: true as const }),
})

/** An outbox entry, as the desk shows it. */
export interface MessageRecord {
  readonly id: string
  readonly topic: OutboxEntry['topic']
  /** The letter's name; `written` for a message; empty for a spreadsheet row. */
  readonly letter: string
  /** Of a message only. */
  readonly subject?: string
  readonly application_id: string
  /** What the reviewer added; of a decision's letter only. */
  readonly reason?: string
  readonly sentence?: string
  /** The id of the request that it is about. */
  readonly request?: number
  readonly state: OutboxEntry['state']
  readonly attempts: number
  /** Whether it waits until it is sent by hand; then `due_at` says nothing. */
  readonly by_hand?: true
  readonly due_at: string
  readonly sent_at: string | null
  readonly last_fault: string
}

const additionOf = ({ reason, sentence }: Addition): Addition => ({
  ...(reason !== undefined && { reason }),
  ...(sentence !== undefined && { sentence }),
})

export const toMessageRecord = (entry: OutboxEntry): MessageRecord => ({
  id: entry.id,
  topic: entry.topic,
  letter: entry.topic === 'mail.letter' ? entry.payload.letter : '',
  ...(entry.topic === 'mail.letter' && entry.payload.letter === 'written' && { subject: entry.payload.subject }),
  ...(isTemplateLetter(entry) && additionOf(entry.payload)),
  ...(isTemplateLetter(entry) && entry.payload.request !== undefined && { request: entry.payload.request }),
  application_id: entry.applicationId,
  state: entry.state,
  attempts: entry.attempts,
  ...(entry.state === 'waiting' && waitsForHand(entry) && { by_hand: true as const }),
  due_at: entry.dueAt.toISOString(),
  sent_at: entry.sentAt?.toISOString() ?? null,
  last_fault: entry.lastFault,
})

export interface LateLinkReply {
  readonly success: true
  readonly link: string
}

export interface SubmitReply {
  readonly success: true
  readonly applicationId: string
  /** The address of the application's own page. */
  readonly privateLink: string
}

/** Two signed tokens of the moment: `token` tells people from programs, `begun` says that a form was begun in time. */
export interface FormTokenReply {
  readonly success: true
  readonly token: string
  readonly begun: string
}

/** A submission in quarantine. */
export interface QuarantinedRecord {
  readonly application: ApplicationRecord
  /** The signals for which it is there, the heaviest first. */
  readonly reasons: readonly Signal[]
  /** When it will be deleted. ISO 8601. */
  readonly until: string
  /** The number of submissions by the same form and for the same reasons, this one included. */
  readonly alike: number
}

export interface QuarantineReply {
  readonly success: true
  /** Newest first. */
  readonly quarantined: readonly QuarantinedRecord[]
  readonly nextCursor: string | null
  /** All in quarantine, whatever was searched for. */
  readonly total: number
}

export interface ListReply {
  readonly success: true
  readonly applications: readonly ApplicationRecord[]
  readonly nextCursor: string | null
  readonly total: number
  readonly totalCapped?: true
}

export interface ApplicationReply {
  readonly success: true
  readonly application: ApplicationRecord
  /** Its outbox entries and history, oldest first; with `GET` of one application only. */
  readonly messages?: readonly MessageRecord[]
  readonly history?: readonly { readonly at: string; readonly by: string; readonly event: Readonly<Record<string, unknown>> }[]
  /** The origin, untrusted text, and the version of the privacy notice; with `GET` of one application only. */
  readonly origin?: Origin | null
  readonly notice?: string
  /** The form as it was asked, if it has changed since; with `GET` of one application only. */
  readonly form?: FormSnapshot
  /** The answers that the applicant has changed since the reviewer saw them; with `GET` of one application only. */
  readonly changed?: readonly Difference[]
  /** What each change of the answers changed, oldest first, by the revision that it led to, and the files that it replaced; with `GET` of one application only. */
  readonly changes?: readonly {
    readonly revision: number
    readonly changed: readonly Difference[]
    readonly files: readonly { readonly field: string; readonly name: string; readonly revision: number }[]
  }[]
  /** What the reviewer has requested of the applicant, oldest first; with `GET` of one application only. */
  readonly requests?: readonly ApplicantRequest[]
  /** Seconds in which the last decision can still be undone; with a decision or deletion only. */
  readonly undoFor?: number
  /** Until when its letter waits, if longer than the hold; null: until it is sent by hand. ISO 8601. */
  readonly waitsUntil?: string | null
}

/** A deletion or message was accepted, and leaves the desk after its hold. */
export interface HeldReply {
  readonly success: true
  /** Names it in an undo. */
  readonly revision: number
  /** Seconds in which it can be undone. */
  readonly undoFor: number
  /** Until when a message waits, if longer than the hold; null: until it is sent by hand. ISO 8601. */
  readonly waitsUntil?: string | null
}

/** Changes, to be loaded by a desk that shows the applications; `many`: too many to be listed. */
export interface LiveEvent {
  readonly news: readonly { readonly id: string; readonly revision: number; readonly what: Event['what'] | 'quarantined' }[]
  readonly many: boolean
}

/** The rubric of a form; the next save names `revision`. */
export interface RubricRecord {
  readonly criteria: Rubric
  readonly revision: number
}

export interface RubricReply {
  readonly success: true
  readonly rubric: RubricRecord
}

export interface RubricsReply {
  readonly success: true
  readonly rubrics: Readonly<Record<FormType, RubricRecord>>
  /** The rubrics of `content/rubrics.yaml`, which the desk offers as a reset. */
  readonly defaults: Readonly<Record<FormType, Rubric>>
}

export interface RelatedReply {
  readonly success: true
  /** Newest first. */
  readonly related: readonly {
    readonly application: ApplicationRecord
    /** The kinds of person key that both have. */
    readonly shared: readonly PersonKind[]
    /** The same form within 90 days, perhaps by the same company: it may have been sent twice. */
    readonly likely_duplicate: boolean
    /** The changed answers; with the newest earlier application by the same form only. */
    readonly changed: readonly { readonly label: string; readonly from: string; readonly to: string }[]
  }[]
}

export interface StatsReply {
  readonly success: true
  readonly stats: Stats
  /** Pending applications whose answer is late, and those whose answer is due today; `answered`: as `is:answered`. Counting stops at 1,000. */
  readonly due: { readonly late: number; readonly today: number; readonly answered: number }
}

export interface InsightsReply {
  readonly success: true
  readonly insights: Insights
}

export interface SpreadsheetReply {
  readonly success: true
  /** Whether submissions are mirrored to a spreadsheet that can be rebuilt. */
  readonly mirrored: boolean
  readonly rebuilding: boolean
}

/** A line of the response to a rebuild: its progress or, with `success`, its result. `rows`: applications processed. */
export type RebuildLine =
  | { readonly rows: number; readonly success?: undefined }
  | { readonly success: true; readonly rows: number; readonly removed: number }
  | { readonly success: false; readonly rows: number; readonly error: string }

export interface AdminUser {
  readonly id: string
  readonly email: string
  readonly created_at: string
}

export interface SessionReply {
  readonly success: true
  readonly user: AdminUser
  /** ISO 8601. */
  readonly expiresAt: string
}

/** The user of the session; null if there is none, or it has expired. */
export type WhoReply = SessionReply | { readonly success: true; readonly user: null; readonly expired: boolean }

export interface VerifyReply extends SessionReply {
  /** Readable claims (base64url of JSON): `userId`, `email`, `exp` in seconds. Opens nothing. */
  readonly token: string
}
