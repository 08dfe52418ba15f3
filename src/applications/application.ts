import type { Answers, FileAnswer } from '../forms/form.ts'
import type { FormType } from '../shared/form-types.ts'
import { untranslated } from '../shared/translate.ts'
import type { Origin } from './origin.ts'

/** Every status that an application can have. */
export const statuses = ['pending', 'approved', 'rejected', 'pitch'] as const

export type Status = (typeof statuses)[number]

export const isStatus = (word: unknown): word is Status => statuses.some((status) => status === word)

/** A state of an application whose review its applicant has ended. It keeps its status, but takes part in nothing: it is only in the list of its state. */
export type EndedState = 'withdrawn'

/** A way in which an applicant ends the review. */
export interface Ending {
  readonly state: EndedState
  readonly name: string
  /** How a sentence to the reviewer says it, and one to the applicant. */
  readonly toReviewer: string
  readonly toApplicant: string
}

const withdrawal: Ending = {
  state: 'withdrawn',
  name: 'Withdrawn',
  toReviewer: 'The applicant has withdrawn this application',
  toApplicant: untranslated`You have withdrawn this application`,
}

export const endings: readonly Ending[] = [withdrawal]

/** The states by which a list can be filtered. */
export const listStates: readonly ListState[] = [...statuses, ...endings.map(({ state }) => state)]

export type ListState = Status | EndedState

export const isListState = (word: unknown): word is ListState => listStates.some((state) => state === word)

/** Numbers from 1 to 5, by the id of the criterion. */
export type Scores = Readonly<Record<string, number>>

/** The kinds of answer to a request. */
export const answerKinds = ['text', 'file', 'both', 'picture'] as const

export type AnswerKind = (typeof answerKinds)[number]

/** A request to the applicant, as the reviewer writes it. */
export type RequestText = {
  readonly text: string
  readonly kind: AnswerKind
  /** The last day for the answer, as `2026-11-30`; undefined for none. */
  readonly day?: string
}

/** A request to the applicant, with the answer. Moments are ISO 8601, because it is stored as JSON. */
export type ApplicantRequest = RequestText & {
  /** The revision that it produced. */
  readonly id: number
  readonly at: string
  /** The status that the application had. In another status, the request neither waits nor counts as answered: a decision ends it, and an undo restores it. */
  readonly status: Status
  /** The application's `dueAt` before the request. */
  readonly due: string
  /** The revision of the change whose letter tells of it; undefined when it has a letter of its own. */
  readonly letterAt?: number
  readonly answer?: { readonly at: string; readonly text: string; readonly file?: FileAnswer }
  /** When the reviewer closed it. */
  readonly closed?: string
}

/** Whether a request waits for its answer; `now` is the current status of the application. */
export const isOpen = ({ answer, closed, status }: ApplicantRequest, now: Status): boolean =>
  answer === undefined && closed === undefined && status === now

/** What an applicant sent with a form, and the review. */
export interface Application {
  readonly id: string
  readonly formType: FormType
  readonly applicantName: string
  readonly applicantEmail: string
  /** Empty if the applicant gave none. */
  readonly companyName: string
  readonly answers: Answers
  readonly status: Status
  readonly submittedAt: Date
  /** The due moment: when the promised time for an answer ends. It counts while the application is pending. */
  readonly dueAt: Date
  readonly reviewedAt: Date | null
  /** The reviewer's e-mail address. */
  readonly reviewedBy: string | null
  readonly notes: string
  readonly meetingAt: Date | null
  /** Whether the reviewer starred it, to find it again. */
  readonly isStarred: boolean
  /** When the applicant withdrew it; null if it is not withdrawn. */
  readonly withdrawnAt: Date | null
  /** The reviewer's scores, by the id of the criterion (rubric.ts). */
  readonly scores: Scores
  /** The total score (`total` in rubric.ts); null if there is none yet. */
  readonly total: number | null
  /** The requests to the applicant, oldest first. */
  readonly requests: readonly ApplicantRequest[]
  /** The sender's IP address, or `Unknown`. */
  readonly ip: string
  /** How the applicant found the site; null if unknown. */
  readonly origin: Origin | null
  /** The version of the privacy notice at the form; empty if unknown. */
  readonly notice: string
  /** The form version that it answered (`forms/snapshot.ts`); `first` if it is older than form versions, empty if unknown. */
  readonly formVersion: string
  /** The code of the language in which it was sent, such as `ta`, and in which we write to its applicant; undefined for English. */
  readonly language?: string
  /** The revision that the last change of the answers produced; 0 if they never changed. */
  readonly answersRevision: number
  /** The `answersRevision` that the reviewer has seen. */
  readonly seenRevision: number
  /** When the reviewer first opened it with its present answers; null if it is unread. */
  readonly readAt: Date | null
  /** When the owner of the address stopped the letters, because they did not send this; otherwise null. No letter about it is sent to that address. */
  readonly lettersStoppedAt: Date | null
  /** Increased by every save; a save with an older revision is refused as stale. */
  readonly revision: number
}

/** The properties of an application that has not changed since it was submitted. */
export const initialState = {
  reviewedAt: null,
  reviewedBy: null,
  notes: '',
  meetingAt: null,
  isStarred: false,
  withdrawnAt: null,
  scores: {},
  total: null,
  requests: [],
  answersRevision: 0,
  seenRevision: 0,
  readAt: null,
  lettersStoppedAt: null,
  revision: 0,
} as const satisfies Partial<Application>

/** The properties on which the state of an application depends. */
export type Stated = Pick<Application, 'status' | 'withdrawnAt'>

/** How and when its applicant ended the review of an application; undefined while it is in review. */
export const endOf = ({ withdrawnAt }: Stated): (Ending & { readonly at: Date }) | undefined =>
  withdrawnAt === null ? undefined : { ...withdrawal, at: withdrawnAt }

export const isInReview = (application: Stated): boolean => endOf(application) === undefined

/** The state of an application: its status while it is in review. */
export const stateOf = (application: Stated): ListState => endOf(application)?.state ?? application.status

/** The properties of an application in a state of which only the word is known, as in a spreadsheet; none if it is no state. @param at stands for the time */
export const inState = (word: string, at: Date): Partial<Stated> =>
  isStatus(word) ? { status: word } : word === 'withdrawn' ? { withdrawnAt: at } : {}

/** The number of applications in review: total, by status, by form. */
export interface Stats extends Readonly<Record<Status, number>> {
  readonly total: number
  readonly byFormType: Readonly<Record<FormType, number>>
}
