import type { Answers } from '../forms/form.ts'
import type { FormType } from '../shared/form-types.ts'
import type { Origin } from './origin.ts'

export const statuses = ['pending', 'approved', 'rejected', 'pitch'] as const

export type Status = (typeof statuses)[number]

export const isStatus = (word: unknown): word is Status => statuses.some((status) => status === word)

/** A number from 1 to 5 by the criterion's id. */
export type Scores = Readonly<Record<string, number>>

/** One submission of one form, and what has become of it. */
export interface Application {
  readonly id: string
  readonly formType: FormType
  readonly applicantName: string
  readonly applicantEmail: string
  /** Empty where none was given. */
  readonly companyName: string
  readonly answers: Answers
  readonly status: Status
  readonly submittedAt: Date
  readonly reviewedAt: Date | null
  /** The reviewer's e-mail address. */
  readonly reviewedBy: string | null
  readonly notes: string
  readonly meetingAt: Date | null
  /** What the reviewer gave by the rubric (see rubric.ts): 1 to 5, by the criterion's id. */
  readonly scores: Scores
  /** The address that it was sent from, or `Unknown`. */
  readonly ip: string
  /** How the applicant came to us; null where that is not known. */
  readonly origin: Origin | null
  /** The version of the privacy notice that stood at the form; empty where that is not known. */
  readonly notice: string
  /** Raised by every save; a save that names an older one is refused as stale. */
  readonly revision: number
}

/** Who does something to an application. */
export type Actor = { readonly kind: 'applicant' } | { readonly kind: 'admin'; readonly email: string }

export const actorName = (actor: Actor): string => (actor.kind === 'admin' ? actor.email : actor.kind)
