import type { Faults, Field, Form } from '../../forms/form.ts'
import type { ChangedAnswer, DetailSection } from '../../forms/views/as-text.ts'
import type { FormType } from '../../shared/form-types.ts'

/** A stage of an application, in order. */
export interface Step {
  readonly label: string
  /** `24 November 2026`, or `by 24 November 2026` for a stage that is ahead. */
  readonly day?: string
  readonly state: 'done' | 'current' | 'ahead'
}

/** An application as its applicant sees it. Days are texts. */
export interface ApplicationView {
  readonly id: string
  readonly formType: FormType
  /** The form's title. */
  readonly title: string
  readonly reference: string
  readonly submittedOn: string
  /** The name of the company, or else of the person. */
  readonly name: string
  /** Its state, for the page's colours. */
  readonly state: 'reading' | 'requested' | 'invited' | 'approved' | 'rejected' | 'withdrawn'
  /** Its state, in one sentence. */
  readonly summary: string
  /** What happens next, in a sentence or two. */
  readonly next?: string
  readonly steps: readonly Step[]
  readonly sections: readonly DetailSection[]
  /** The day of the last change of the answers. */
  readonly changedOn?: string
  /** Whether the applicant can change the answers. */
  readonly changeable: boolean
  /** Whether the applicant can withdraw it. */
  readonly withdrawable?: boolean
  /** For a withdrawn application: the last day on which the applicant can return it; empty if it is too late. */
  readonly returnUntil?: string
  /** The reviewer's requests; unanswered ones first. */
  readonly requests: readonly RequestView[]
  /** The meeting, or that one can be chosen; undefined when there is neither. */
  readonly meeting?: OwnMeeting
  /** What features add. */
  readonly parts?: readonly OwnPart[]
  /** The letters that were sent, oldest first. */
  readonly letters: readonly { readonly title: string; readonly day: string; readonly to: string }[]
}

/** What a feature says on the applicant's own page: a sentence that may end with a moment, and the page where it goes on. `zone`: that of the site. */
export interface OwnPart {
  readonly text: string
  readonly until?: TimeView & { readonly zone: string }
  readonly link: { readonly label: string; readonly href: string; readonly isNext: boolean }
}

/** A moment in the site's zone: `at` in ISO 8601, `day` as `Thursday, 3 December`, `time` as `15:00`, `zoneName` as it is at that moment. */
export interface TimeView {
  readonly at: string
  readonly day: string
  readonly time: string
  readonly zoneName: string
}

/** A meeting on the applicant's own page; without a time, one can be chosen. `zone`: that of the site. */
export type OwnMeeting = { readonly zone: string } & (
  | { readonly at?: undefined }
  | (TimeView & { readonly location: string; readonly isChangeable: boolean })
)

/** The times that can be chosen for a meeting. */
export interface MeetingView {
  readonly kind: 'meeting'
  readonly id: string
  readonly formType: FormType
  /** The form's title. */
  readonly title: string
  readonly reference: string
  /** The zone of the site. */
  readonly zone: string
  /** Empty when nobody has said it. */
  readonly location: string
  /** Until so many hours before, the meeting can be changed. */
  readonly changeHours: number
  readonly days: readonly { readonly day: string; readonly slots: readonly (TimeView & { readonly minutes: number })[] }[]
  /** The time that is chosen, and until when it can be changed. */
  readonly meeting?: TimeView & { readonly until: TimeView }
  /** Why a choice was not saved. */
  readonly alert?: string
}

/** The form that changes the answers of an application. */
export interface ChangeView {
  readonly kind: 'change'
  readonly id: string
  readonly reference: string
  /** Masked. */
  readonly address: string
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  /** The revision of the answers that the form changes. */
  readonly at: number
  /** Whether no letter tells that it was changed. */
  readonly hasNoLetter: boolean
  readonly faults?: Faults
  /** Why it was not saved. */
  readonly alert?: string
  /** The answers that differ: typed (`to`) and saved (`from`). */
  readonly conflicts?: readonly ChangedAnswer[]
  /** Whether it is too late to save. */
  readonly isClosed?: boolean
}

/** The form that answers a request. */
export interface AnswerView {
  readonly kind: 'answer'
  readonly id: string
  /** The id of the request. */
  readonly request: number
  /** The form's title. */
  readonly title: string
  readonly reference: string
  /** The text of the request, as the reviewer wrote it. */
  readonly text: string
  /** `30 November 2026`; undefined for no day. */
  readonly until: string | undefined
  /** The inputs of the answer, as a form of one section. */
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly faults?: Faults
  /** Why it was not saved. */
  readonly alert?: string
  /** The answers that differ: sent (`to`) and saved (`from`). */
  readonly conflicts?: readonly ChangedAnswer[]
  /** Whether it is too late to answer. */
  readonly isClosed?: boolean
}

/** What was posted from a browser in which the private link is not open. It shows only what the post contained, nothing of the application. */
export interface UnsavedView {
  readonly kind: 'unsaved'
  /** The path, with its query, to which the form posts again. */
  readonly action: string
  /** The values that the form posts besides the answers. */
  readonly hidden: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, Field>>
  readonly raw: Readonly<Record<string, unknown>>
}

/** A request on the applicant's own page. Days are texts. */
export interface RequestView {
  readonly id: number
  readonly text: string
  readonly until: string | undefined
  /** Undefined while it waits for the answer. */
  readonly answer: { readonly day: string; readonly text: string; readonly file: string | undefined } | undefined
}

/** The content of the applicant's own page. Addresses are masked. */
export type PrivatePageView =
  | {
      readonly kind: 'applications'
      readonly address: string
      /** Whether another application was asked for, which is not open in this browser. */
      readonly isAnother: boolean
      readonly applications: readonly ApplicationView[]
      /** Whether one of them was opened with an owner's link, so that all other links can be ended. */
      readonly isOwner: boolean
      /** Other addresses whose links were opened in this browser, each with one of its applications. */
      readonly otherAddresses: readonly { readonly address: string; readonly id: string }[]
    }
  | ChangeView
  | MeetingView
  | AnswerView
  | UnsavedView
  /** The form for a lost link. `missing`: what was asked for and is not in this browser: its cookie, or one application. */
  | { readonly kind: 'lost'; readonly email?: string; readonly fault?: string; readonly missing?: 'cookie' | 'application' }
  | { readonly kind: 'requested' }
  /** The confirmation of a withdrawal. */
  | {
      readonly kind: 'withdraw'
      readonly id: string
      readonly formType: FormType
      readonly title: string
      readonly reference: string
      /** Whether no letter confirms it. */
      readonly hasNoLetter: boolean
      readonly reason?: string
      readonly fault?: string
    }
  /** What became of an action on an application. `id`: undefined when it is deleted. `typed`: the text that was posted with it. */
  | {
      readonly kind: 'notice'
      readonly id: string | undefined
      readonly title: string
      readonly text: string
      readonly typed?: string
    }
  /** The question whether the owner of the address applied. */
  | {
      readonly kind: 'stop'
      readonly token: string
      readonly address: string
      /** The form's title, as in a sentence. */
      readonly title: string
      readonly submittedOn: string
      /** Which letters are stopped: none, those about this application, or all to the address. */
      readonly stopped: 'none' | 'these' | 'all'
    }
  /** An unknown link. */
  | { readonly kind: 'unknown' }
  /** A sender's link that has ended. */
  | { readonly kind: 'ended'; readonly address: string }
