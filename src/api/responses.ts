// A long file: the responses of every call in one place, because most of them share records.
import {
  type ApplicantRequest,
  type Application,
  type EndedState,
  endOf,
  type Scores,
  type Stats,
  type Status,
} from '../applications/application.ts'
import type { HistoryEntry } from '../applications/history.ts'
import { contentOf } from '../applications/letter-content.ts'
import { isSentByHand } from '../applications/letter-hold.ts'
import type { Origin } from '../applications/origin.ts'
import { additionOf, isLetter, isToApplicant, type OutboxEntry } from '../applications/outbox.ts'
import type { PersonKind } from '../applications/person.ts'
import { requestState } from '../applications/requests.ts'
import type { FormSnapshot } from '../forms/form.ts'
import type { ChangedAnswer } from '../forms/views/as-text.ts'
import type { Rubric } from '../shared/criterion.ts'
import type { ErrorCode } from '../shared/errors.ts'
import type { FormType } from '../shared/form-types.ts'
import type { Right } from './rights.ts'

/** An application with only the specification's property names, for `/api/sheet` and the exports. Times are ISO 8601 in UTC. */
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

/** An application for the desk. */
export interface ApplicationRecord extends SpecifiedRecord {
  /** The code of the language in which it was sent, if that was not English. */
  readonly language?: string
  /** How and when its applicant ended the review; missing while it is in review. */
  readonly ended?: { readonly state: EndedState; readonly at: string }
  /** The due moment: when the promised time for an answer ends. It counts while the application is pending. ISO 8601. */
  readonly due_at: string
  /** The revision of the answers (0: as submitted), and the revision that the reviewer has seen; it is lower if the applicant changed answers since. */
  readonly answers_revision: number
  readonly seen_revision: number
  /** When the reviewer first opened it with its present answers; null if it is unread. */
  readonly read_at: string | null
  readonly starred: boolean
  readonly scores: Scores
  /** `answered`: the applicant answered a request that is not closed; `asked`: a request waits for the applicant. */
  readonly request_state?: 'asked' | 'answered'
  /** When the owner of the address stopped the letters, because they did not send this. */
  readonly letters_stopped_at?: string
  /** Increased by every change. Of two records of an application, the one with the higher revision is newer. */
  readonly revision: number
  /** Whether it does not say who sent it, because its form is read blind. Its reference is in place of the name. */
  readonly hidden?: true
  /** Whether its form has changed since then. The response for a single application contains the earlier form version. */
  readonly earlier_form?: true
}

export function toRecord(application: Application, isCurrent: boolean): ApplicationRecord {
  const end = endOf(application)
  const requested = requestState(application)
  return {
    ...toSpecifiedRecord(application),
    ...(application.language !== undefined && { language: application.language }),
    ...(end !== undefined && { ended: { state: end.state, at: end.at.toISOString() } }),
    due_at: application.dueAt.toISOString(),
    answers_revision: application.answersRevision,
    seen_revision: application.seenRevision,
    read_at: application.readAt?.toISOString() ?? null,
    starred: application.isStarred,
    scores: application.scores,
    ...(requested !== undefined && { request_state: requested }),
    ...(application.lettersStoppedAt !== null && { letters_stopped_at: application.lettersStoppedAt.toISOString() }),
    revision: application.revision,
    ...(!isCurrent && { earlier_form: true as const }),
  }
}

/** An outbox entry for the desk. */
export interface MessageRecord {
  readonly id: string
  readonly topic: OutboxEntry['topic']
  /** The letter's name; `written` for a message; the name of other mail; empty for a spreadsheet row. */
  readonly letter: string
  /** Of mail that is none of the core's letters. */
  readonly title?: string
  /** It is a letter to the applicant. */
  readonly to_applicant?: true
  /** Only for a message. */
  readonly subject?: string
  readonly application_id: string
  /** What the reviewer added; only for the letter of a decision. */
  readonly reason?: string
  readonly sentence?: string
  /** The id of the request, if it is about one. */
  readonly request?: number
  readonly state: OutboxEntry['state']
  readonly attempts: number
  /** Whether it waits until it is sent by hand; then `due_at` has no meaning. */
  readonly by_hand?: true
  readonly due_at: string
  readonly sent_at: string | null
  readonly last_fault: string
}

function letterFields(entry: OutboxEntry, history: readonly HistoryEntry[]): Partial<MessageRecord> {
  if (!isLetter(entry)) return {}
  const content = contentOf(entry, history)
  if (content.letter === 'written') return { subject: content.subject }
  return { ...additionOf(content), ...(content.request !== undefined && { request: content.request }) }
}

const nameOf = ({ payload }: OutboxEntry): string => {
  if ('letter' in payload) return payload.letter
  return 'mail' in payload ? payload.mail : ''
}

/** @param history complete; without it a letter has no words of the reviewer */
export const toMessageRecord = (entry: OutboxEntry, history: readonly HistoryEntry[] = []): MessageRecord => ({
  id: entry.id,
  topic: entry.topic,
  letter: nameOf(entry),
  ...(isToApplicant(entry) && { to_applicant: true as const }),
  ...letterFields(entry, history),
  application_id: entry.applicationId,
  state: entry.state,
  attempts: entry.attempts,
  ...(entry.state === 'waiting' && isSentByHand(entry) && { by_hand: true as const }),
  due_at: entry.dueAt.toISOString(),
  sent_at: entry.sentAt?.toISOString() ?? null,
  last_fault: entry.lastFault,
})

export interface ListResponse {
  readonly success: true
  readonly applications: readonly ApplicationRecord[]
  readonly nextCursor: string | null
  readonly total: number
  readonly totalCapped?: true
  /** Whether pending applications of forms that are read blind were left out, because the search could tell who sent them. */
  readonly unsearched?: true
}

/** The forms that are read blind. The next save sends `revision`. */
export interface BlindResponse {
  readonly success: true
  readonly forms: readonly FormType[]
  readonly revision: number
}

export interface ApplicationResponse {
  readonly success: true
  readonly application: ApplicationRecord
  /** Its outbox entries and history, oldest first; only for `GET` of one application. */
  readonly messages?: readonly MessageRecord[]
  readonly history?: readonly { readonly at: string; readonly by: string; readonly event: Readonly<Record<string, unknown>> }[]
  /** The origin, untrusted text, and the version of the privacy notice; only for `GET` of one application. */
  readonly origin?: Origin | null
  readonly notice?: string
  /** The form version that it answered, if the form has changed since then; only for `GET` of one application. */
  readonly form?: FormSnapshot
  /** The answers that changed since the reviewer last saw them; only for `GET` of one application. */
  readonly changed?: readonly ChangedAnswer[]
  /** The changes of answers, oldest first, with the revision that each produced and the files that it replaced; only for `GET` of one application. */
  readonly changes?: readonly {
    readonly revision: number
    readonly changed: readonly ChangedAnswer[]
    readonly files: readonly { readonly field: string; readonly name: string; readonly revision: number }[]
  }[]
  /** The requests to the applicant, oldest first; only for `GET` of one application. */
  readonly requests?: readonly ApplicantRequest[]
  /** The applications whose meeting is at the same time, also in part; only for `GET` of one application, and when its meeting may be set again. */
  readonly same_time?: readonly MeetingNeighbour[]
  /** The seconds in which the last decision can still be undone; only for a decision or deletion. */
  readonly undoFor?: number
  /** Until when its letter waits, if that is longer than the hold; null: until it is sent by hand. ISO 8601. */
  readonly waitsUntil?: string | null
}

/** An application whose meeting is at the time of another one's. */
export type MeetingNeighbour = Pick<
  ApplicationRecord,
  'id' | 'form_type' | 'applicant_name' | 'applicant_email' | 'company_name' | 'status'
>

/** An application that a call about several left as it is, and why. */
export interface Refused {
  readonly id: string
  readonly code: ErrorCode
  readonly error: string
}

/** A change of an application, by the revision that it made. */
export interface Revised {
  readonly id: string
  readonly revision: number
}

/** The response to a call about several applications. */
export interface GroupResponse {
  readonly success: true
  /** Those that it changed, as they are now. */
  readonly applications: readonly ApplicationRecord[]
  readonly refused: readonly Refused[]
  /** The ids of those that it changed whose meeting is now at the time of another one. */
  readonly same_time?: readonly string[]
}

/** The response to a decision about several applications. */
export interface GroupDecisionResponse extends GroupResponse, Pick<ApplicationResponse, 'waitsUntil'> {
  /** The revision of each decision, which an undo needs. */
  readonly changes: readonly Revised[]
  /** The seconds in which all of them can still be undone. */
  readonly undoFor: number
  /** When the hold of all of them ends; for a further call of the same group. ISO 8601. */
  readonly heldUntil: string
}

/** The response to a deletion or message, which takes effect after its hold. */
export interface HeldResponse {
  readonly success: true
  /** The revision that an undo has to send. */
  readonly revision: number
  /** The seconds in which it can be undone. */
  readonly undoFor: number
  /** Until when a message waits, if that is longer than the hold; null: until it is sent by hand. ISO 8601. */
  readonly waitsUntil?: string | null
}

/** The rubric of a form. The next save sends `revision`. */
export interface RubricRecord {
  readonly criteria: Rubric
  readonly revision: number
}

export interface RubricResponse {
  readonly success: true
  readonly rubric: RubricRecord
}

export interface RubricsResponse {
  readonly success: true
  readonly rubrics: Readonly<Record<FormType, RubricRecord>>
  /** The rubrics in `content/rubrics.yaml`, to which the desk can reset. */
  readonly defaults: Readonly<Record<FormType, Rubric>>
}

export interface RelatedResponse {
  readonly success: true
  /** Newest first. */
  readonly related: readonly {
    readonly application: ApplicationRecord
    /** The kinds of person keys that both share. */
    readonly shared: readonly PersonKind[]
    /** Whether it is likely a duplicate: the same form within 90 days. */
    readonly likely_duplicate: boolean
    /** The changed answers; only for the newest earlier application of the same form. */
    readonly changed: readonly { readonly label: string; readonly from: string; readonly to: string }[]
  }[]
}

export interface StatsResponse {
  readonly success: true
  readonly stats: Stats
  /** The numbers of pending applications that are late or due today, and of those with an answered request (`is:answered`). Counting stops at 1,000. */
  readonly due: { readonly late: number; readonly today: number; readonly answered: number }
}

export interface AdminUser {
  readonly id: string
  readonly email: string
  readonly created_at: string
}

export interface SessionResponse {
  readonly success: true
  readonly user: AdminUser
  /** ISO 8601. */
  readonly expiresAt: string
  /** Whose link it is, when it is not the admin. */
  readonly helper?: { readonly name: string; readonly right: Right }
}

/** The user of the session; null if there is none, or it has expired. */
export type WhoResponse = SessionResponse | { readonly success: true; readonly user: null; readonly expired: boolean }

export interface VerifyResponse extends SessionResponse {
  /** Readable claims (base64url of JSON): `userId`, `email`, `exp` in seconds. They give no access. */
  readonly token: string
}
