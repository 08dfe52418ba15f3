import type { FormType } from '../../shared/form-types.ts'
import type { Status } from '../application.ts'
import type { Touch } from '../origin.ts'

/** What the insights are drawn from: the little that is needed of an application. Moments in milliseconds since 1970. */
export interface Fact {
  readonly formType: FormType
  readonly status: Status
  readonly submittedAt: number
  /** When the decision was taken that it stands at; null while it is pending. */
  readonly decidedAt: number | null
  /** Whether it was invited to pitch, then or now. */
  readonly pitched: boolean
  /** The visit's arrivals; undefined where none is known. */
  readonly first: Touch | undefined
  readonly last: Touch | undefined
}

/** A day, a week from Monday, or a month of the Indian calendar, or the part of one that was asked for. Both days are in it. */
export interface Span {
  readonly from: string
  readonly to: string
}

export type Step = 'day' | 'week' | 'month'

export type CountByForm = Readonly<Record<FormType, number>>

/** The quarter marks of a list of times, in seconds: a quarter took `lower` or less, half `median`, three quarters `upper`. */
export interface Quartiles {
  readonly count: number
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** What became of applications, at once or after an invitation to pitch. */
export interface Outcomes {
  readonly submitted: number
  readonly pending: number
  /** Invited to pitch, and not decided since. */
  readonly pitch: number
  readonly approved: { readonly direct: number; readonly pitched: number }
  readonly rejected: { readonly direct: number; readonly pitched: number }
}

/** Pending applications that are at least `from` days old and less than `to`; to any age where `to` is null. */
export interface AgeGroup {
  readonly from: number
  readonly to: number | null
  readonly count: number
}

/** Where applicants came from: a campaign's source, or the site that led here, in the sender's own words. */
export interface Source {
  /** `named`: as `name` says; `direct`: nobody led here; `other`: named by too few to be listed; `unknown`: nothing was told. */
  readonly kind: 'named' | 'direct' | 'other' | 'unknown'
  readonly name: string
  /** For how many it was the first arrival, and for how many the last before the form was sent. */
  readonly first: number
  readonly last: number
}

/** What the desk's plots show. Everything but `waiting` is of the applications that were submitted in the range. */
export interface Insights {
  /** The range, as days in India, both in it. */
  readonly from: string
  readonly to: string
  readonly step: Step
  readonly overTime: readonly (Span & { readonly counts: CountByForm })[]
  readonly outcomes: Outcomes
  /** From submission to decision: of all, and of each form that has one. */
  readonly decisions: { readonly all: Quartiles | null; readonly byForm: Readonly<Partial<Record<FormType, Quartiles>>> }
  /** All that is pending now, whenever it came. */
  readonly waiting: readonly AgeGroup[]
  /** When the oldest of these was submitted, ISO 8601; null where none is pending. */
  readonly oldest: string | null
  /** Most first. */
  readonly sources: readonly Source[]
}
