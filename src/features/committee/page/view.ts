import type { DetailSection } from '../../../forms/views/as-text.ts'
import type { FormType } from '../../../shared/form-types.ts'

/** A member's review of an application; see server/committee/store.ts. */
interface ReviewView {
  readonly score: number | null
  readonly comment: string
  readonly conflict: boolean
}

interface NamedApplication {
  readonly id: string
  readonly formType: FormType
  /** The company, or else the applicant where names are shown, or else the reference. */
  readonly name: string
  /** The applicant of a company, where names are shown. */
  readonly person: string
  /** Of the form. */
  readonly title: string
  readonly reference: string
  readonly gist: string
}

/** An application as a member reads it: without contact data. */
export interface ReadApplication extends NamedApplication {
  readonly sections: readonly DetailSection[]
}

interface OfRound {
  readonly memberId: string
  /** Of the round. */
  readonly title: string
  /** Its last day. */
  readonly until: string
  readonly withNames: boolean
}

export interface CommitteeListView extends OfRound {
  readonly kind: 'list'
  /** Of the member. */
  readonly name: string
  /** How many minutes are left, about. */
  readonly minutes: number
  readonly rows: readonly (NamedApplication & ReviewView & { readonly isRead: boolean })[]
}

export interface CommitteeApplicationView extends OfRound, Omit<ReadApplication, 'title'> {
  readonly kind: 'application'
  readonly position: number
  readonly total: number
  /** How many are scored, and how many minutes are left, about. */
  readonly done: number
  readonly minutes: number
  /** The ids of its neighbours. */
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly files: readonly { readonly field: string; readonly label: string; readonly name: string }[]
  readonly review: ReviewView
  readonly revision: number
  readonly isSaved: boolean
  /** Why it was not saved. */
  readonly fault?: string
  /** What another window saved meanwhile. */
  readonly saved?: ReviewView
}

/** The pages of a committee's members. */
export type CommitteeView =
  | CommitteeListView
  | CommitteeApplicationView
  /** The link opens nothing. `comment`: what was posted, so that it is not lost. */
  | { readonly kind: 'none'; readonly comment: string }
  | { readonly kind: 'limited' }
