import type { DetailSection } from '../../forms/views/detail.ts'
import type { FormType } from '../../shared/form-types.ts'

/** A stage of an application, in order. */
export interface Step {
  readonly label: string
  /** `24 November 2026` */
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
  /** Where it stands, in one sentence. */
  readonly summary: string
  readonly steps: readonly Step[]
  readonly sections: readonly DetailSection[]
  /** Whether the applicant can withdraw it. */
  readonly withdrawable: boolean
  /** Of a withdrawn application: until which day the applicant can take that back; empty when it is too late. */
  readonly returnUntil?: string
  /** The letters that were sent, oldest first. */
  readonly letters: readonly { readonly title: string; readonly day: string; readonly to: string }[]
}

/** What stands on the applicant's own page. Addresses are masked. */
export type PrivatePageView =
  | {
      readonly kind: 'applications'
      readonly address: string
      readonly applications: readonly ApplicationView[]
      /** Other addresses whose links were opened in this browser, each with one of its applications. */
      readonly otherAddresses: readonly { readonly address: string; readonly id: string }[]
    }
  /** The form for a lost link. */
  | { readonly kind: 'lost'; readonly email?: string; readonly fault?: string }
  | { readonly kind: 'requested' }
  /** The question before an application is withdrawn. */
  | {
      readonly kind: 'withdraw'
      readonly id: string
      readonly title: string
      readonly reference: string
      readonly reason?: string
      readonly fault?: string
    }
  /** Why something was not done with an application. */
  | { readonly kind: 'notice'; readonly id: string; readonly title: string; readonly text: string }
  /** An unknown link. */
  | { readonly kind: 'unknown' }

/** Stand round the content in the built page; the server puts a visitor's own content between them. */
export const privatePageSlot = { before: '<!--private-page-->', after: '<!--/private-page-->' } as const
