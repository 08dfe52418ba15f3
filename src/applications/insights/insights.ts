import { day, dayAfter } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { Status } from '../application.ts'
import type { Touch } from '../origin.ts'

/** The properties of an application that the insights count. Times in milliseconds since 1970. */
export interface Fact {
  readonly formType: FormType
  readonly status: Status
  readonly submittedAt: number
  /** The last moment at which the promise of an answer is kept. */
  readonly dueAt: number
  /** When its status was decided; null while it is pending. */
  readonly decidedAt: number | null
  /** Whether it was invited to pitch, then or now. */
  readonly pitched: boolean
  /** The visit's arrivals; undefined if unknown. */
  readonly first: Touch | undefined
  readonly last: Touch | undefined
}

/** A day, a week from Monday, or a month of the Indian calendar, or the part of one that was asked for. Both days are in it. */
export interface Span {
  readonly from: string
  readonly to: string
}

export type Step = 'day' | 'week' | 'month'

const at = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** How many days a range has, both ends in it. */
const daysIn = ({ from, to }: Span): number => Math.round((at(to).getTime() - at(from).getTime()) / day) + 1

/** The step for a range: days up to 45 days, weeks up to 190 days, else months. */
export function stepFor(range: Span): Step {
  const days = daysIn(range)
  return days <= 45 ? 'day' : days <= 190 ? 'week' : 'month'
}

/** The last day of the step that a day is in. */
function lastOf(date: string, step: Step): string {
  if (step === 'day') return date
  if (step === 'week') return dayAfter(date, (7 - at(date).getUTCDay()) % 7)
  const moment = at(date)
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}

/** A range in steps, the first and the last cut at its ends. */
export function spans({ from, to }: Span, step: Step): readonly Span[] {
  const result: Span[] = []
  for (let start = from; start <= to; ) {
    const last = lastOf(start, step)
    const end = last < to ? last : to
    result.push({ from: start, to: end })
    start = dayAfter(end)
  }
  return result
}

export type CountByForm = Readonly<Record<FormType, number>>

/** The quarter marks of a list of times, in seconds: a quarter took `lower` or less, half `median`, three quarters `upper`. */
export interface Quartiles {
  readonly count: number
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** Counts of outcomes, direct or after an invitation to pitch. */
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
  /** Those of them whose promised answer is late. */
  readonly late: number
}

/** Where applicants came from: the source of a campaign, or the referring site; untrusted text. */
export interface Source {
  /** `named`: as `name` says; `direct`: nobody led here; `other`: named by too few to be listed; `unknown`: nothing was told. */
  readonly kind: 'named' | 'direct' | 'other' | 'unknown'
  readonly name: string
  /** For how many it was the first arrival, and for how many the last before the form was sent. */
  readonly first: number
  readonly last: number
}

/** The data of the desk's plots. All but `waiting` and `oldest` count the applications submitted in the range. */
export interface Insights {
  /** The range, as days in India, both in it. */
  readonly from: string
  readonly to: string
  readonly step: Step
  readonly overTime: readonly (Span & { readonly counts: CountByForm })[]
  readonly outcomes: Outcomes
  /** From submission to decision: of all, and of each form that has one. */
  readonly decisions: { readonly all: Quartiles | null; readonly byForm: Readonly<Partial<Record<FormType, Quartiles>>> }
  /** All pending applications, whenever submitted. */
  readonly waiting: readonly AgeGroup[]
  /** When the oldest of these was submitted, ISO 8601; null where none is pending. */
  readonly oldest: string | null
  /** Most first. */
  readonly sources: readonly Source[]
}
