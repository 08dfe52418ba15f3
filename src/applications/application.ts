import type { FileAnswer } from '../forms/fields/file.ts'
import type { Answers } from '../forms/form.ts'
import type { FormType } from '../shared/form-types.ts'
import type { Origin } from './origin.ts'

/** Every status that an application can have. */
export const statuses = ['pending', 'approved', 'rejected', 'pitch'] as const

export type Status = (typeof statuses)[number]

export const isStatus = (word: unknown): word is Status => statuses.some((status) => status === word)

/** What a list can be filtered by. A withdrawn application keeps its status, and is in no list but that of the withdrawn ones. */
export const listStates = [...statuses, 'withdrawn'] as const

export type ListState = (typeof listStates)[number]

export const isListState = (word: unknown): word is ListState => listStates.some((state) => state === word)

/** A number from 1 to 5 by the criterion's id. */
export type Scores = Readonly<Record<string, number>>

/** What a request is answered with. */
export const answerKinds = ['text', 'file', 'both'] as const

export type AnswerKind = (typeof answerKinds)[number]

/** What the reviewer requests of the applicant, in words of their own. */
export type RequestText = {
  readonly text: string
  readonly kind: AnswerKind
  /** The last day for the answer in India, as `2026-11-30`; undefined for none. */
  readonly day?: string
}

/** Something that the reviewer has requested of the applicant, with the answer. Moments are ISO 8601: it is stored as JSON. */
export type ApplicantRequest = RequestText & {
  /** The revision that it led to, by which it is named. */
  readonly id: number
  readonly at: string
  /** The status that the application had. In another one it neither waits nor counts as answered: a decision ends it, and an undo brings it back. */
  readonly status: Status
  /** The application's `dueAt` before it waited for an answer. */
  readonly due: string
  readonly answer?: { readonly at: string; readonly text: string; readonly file?: FileAnswer }
  /** When the reviewer closed it. */
  readonly closed?: string
}

/** What an applicant sent by one form, with the review. */
export interface Application {
  readonly id: string
  readonly formType: FormType
  readonly applicantName: string
  readonly applicantEmail: string
  /** Empty if there is none. */
  readonly companyName: string
  readonly answers: Answers
  readonly status: Status
  readonly submittedAt: Date
  /** The last moment at which the promise of an answer is kept; it counts while the application is pending. */
  readonly dueAt: Date
  readonly reviewedAt: Date | null
  /** The reviewer's e-mail address. */
  readonly reviewedBy: string | null
  readonly notes: string
  readonly meetingAt: Date | null
  /** When the applicant withdrew it; null unless it is withdrawn now. */
  readonly withdrawnAt: Date | null
  /** The reviewer's scores by the rubric (rubric.ts): 1 to 5, by the criterion's id. */
  readonly scores: Scores
  /** The total of the scores by the rubric (`total` in rubric.ts); null while there is none. */
  readonly total: number | null
  /** What the reviewer has requested of the applicant, oldest first. */
  readonly requests: readonly ApplicantRequest[]
  /** The sender's IP address, or `Unknown`. */
  readonly ip: string
  /** How the applicant came to the site; null if unknown. */
  readonly origin: Origin | null
  /** The version of the privacy notice at the form; empty if unknown. */
  readonly notice: string
  /** The version of the form that it answered (`forms/snapshot.ts`); `first` for those of before versions were kept, empty if unknown. */
  readonly formVersion: string
  /** The revision that the last change of the answers led to; 0 while they are as submitted. */
  readonly answersRevision: number
  /** The `answersRevision` that the reviewer has seen. */
  readonly seenRevision: number
  /** When the owner of the address stopped its letters, because they did not send this; null otherwise. No letter goes to that address. */
  readonly lettersStoppedAt: Date | null
  /** Raised by every save; a save over an older revision is refused as stale. */
  readonly revision: number
}

/** What an application has to which nothing has happened since it was submitted. */
export const untouched = {
  reviewedAt: null,
  reviewedBy: null,
  notes: '',
  meetingAt: null,
  withdrawnAt: null,
  scores: {},
  total: null,
  requests: [],
  answersRevision: 0,
  seenRevision: 0,
  lettersStoppedAt: null,
  revision: 0,
} as const satisfies Partial<Application>

/** Who changes an application. */
export type Actor = { readonly kind: 'applicant' } | { readonly kind: 'admin'; readonly email: string }

/** Who it was, as the history names them: the admin's address, or `applicant`. */
export const actorName = (actor: Actor): string => (actor.kind === 'admin' ? actor.email : actor.kind)

/** The state by which lists know an application. */
export const listStateOf = ({ status, withdrawnAt }: Pick<Application, 'status' | 'withdrawnAt'>): ListState =>
  withdrawnAt === null ? status : 'withdrawn'

/** The number of applications that are not withdrawn: total, by status, by form. */
export interface Stats extends Readonly<Record<Status, number>> {
  readonly total: number
  readonly byFormType: Readonly<Record<FormType, number>>
}
