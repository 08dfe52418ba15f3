import type { Source } from '../../applications/facts.ts'
import { day, dayAfter } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'

/** A day, a week that begins on Monday, or a month; or a part of one. Both days are included. */
export interface Span {
  readonly from: string
  readonly to: string
}

export type Step = 'day' | 'week' | 'month'

const at = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** The number of days in a range, including both ends. */
const daysIn = ({ from, to }: Span): number => Math.round((at(to).getTime() - at(from).getTime()) / day) + 1

/** The step for a range: days for up to 45 days, weeks for up to 190 days, otherwise months. */
export function stepFor(range: Span): Step {
  const days = daysIn(range)
  return days <= 45 ? 'day' : days <= 190 ? 'week' : 'month'
}

function lastOf(date: string, step: Step): string {
  if (step === 'day') return date
  if (step === 'week') return dayAfter(date, (7 - at(date).getUTCDay()) % 7)
  const moment = at(date)
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}

/** Splits a range into steps. The first and last steps are cut at the ends of the range. */
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

/** The quartiles of a list of times, in seconds: a quarter took `lower` or less, half `median`, three quarters `upper`. */
export interface Quartiles {
  readonly count: number
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** The counts of outcomes: decided directly, or after an invitation to pitch. */
export interface Outcomes {
  readonly submitted: number
  readonly pending: number
  /** Invited to pitch and not decided yet. */
  readonly pitch: number
  readonly approved: { readonly direct: number; readonly pitched: number }
  readonly rejected: { readonly direct: number; readonly pitched: number }
}

/** Pending applications that arrived at least `from` and less than `to` days ago; `to` is null for the last group. */
export interface AgeGroup {
  readonly from: number
  readonly to: number | null
  readonly count: number
  /** The number of them that are late. */
  readonly late: number
}

/** The data of the desk's plots. All but `waiting` and `oldest` count applications that were submitted in the range. */
export interface Insights {
  /** The range as days, both included. */
  readonly from: string
  readonly to: string
  readonly step: Step
  readonly overTime: readonly (Span & { readonly counts: CountByForm })[]
  readonly outcomes: Outcomes
  /** The time from submission to decision, for all forms and for each form with a decision. */
  readonly decisions: { readonly all: Quartiles | null; readonly byForm: Readonly<Partial<Record<FormType, Quartiles>>> }
  /** All pending applications, in the range or not. */
  readonly waiting: readonly AgeGroup[]
  /** When the oldest of these was submitted, ISO 8601; null if none is pending. */
  readonly oldest: string | null
  /** Most frequent first. */
  readonly sources: readonly Source[]
}
