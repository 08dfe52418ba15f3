import { after, day, dayAfter, dayOf, hour, minute, shortDate, startOfDay, timeOfDay, weekday } from '../shared/dates.ts'
import { type Application, type Stated, stateOf } from './application.ts'

/** The filters of a query for the due moment: today or the next seven days, or late. */
export interface DueFilter {
  readonly due?: 'today' | 'week'
  readonly late?: true
}

/** Pending applications whose answer is due at `from` or later, and before `until`. */
export interface DueSpan {
  readonly from?: Date
  readonly until?: Date
}

/** The span of a filter at the moment `now`; undefined if the query has no such filter. */
export function dueSpan({ due, late }: DueFilter, now: Date): DueSpan | undefined {
  if (due === undefined && late === undefined) return undefined
  const today = dayOf(now)
  const until = due && startOfDay(dayAfter(today, due === 'today' ? 1 : 7))
  return {
    ...(due !== undefined && { from: startOfDay(today) }),
    ...(late === undefined ? until && { until } : { until: until === undefined || now < until ? now : until }),
  }
}

/** Whether a moment is in a span. */
export const isIn = (dueAt: Date, { from, until }: DueSpan): boolean =>
  (from === undefined || dueAt >= from) && (until === undefined || dueAt < until)

/** Whether an application is pending, and its answer due within a span. */
export const isDueIn = (application: Stated & Pick<Application, 'dueAt'>, span: DueSpan): boolean =>
  stateOf(application) === 'pending' && isIn(application.dueAt, span)

/** The number of days from the day of one moment to the day of another. */
const daysBetween = (from: Date, to: Date): number =>
  Math.round((startOfDay(dayOf(to)).getTime() - startOfDay(dayOf(from)).getTime()) / day)

/** Whether an answer is due today or in the next two days, or late. Only then can it be delayed. */
export const isDueSoon = (dueAt: Date, now: Date): boolean => dueAt < startOfDay(dayAfter(dayOf(now), 3))

const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`

/** How late an answer is: `20 minutes late`, `3 hours late`, `2 days late`. */
function lateText(dueAt: Date, now: Date): string {
  const ms = now.getTime() - dueAt.getTime()
  if (ms < hour) return `${counted(Math.max(1, Math.floor(ms / minute)), 'minute')} late`
  if (ms < 12 * hour) return `${counted(Math.floor(ms / hour), 'hour')} late`
  return `${counted(Math.max(1, daysBetween(dueAt, now)), 'day')} late`
}

/** When an answer is due: `due today`, `due today, 16:20`, `due tomorrow`, `due Friday`, `due 4 Dec 2026`, `2 days late`. */
export function dueText(dueAt: Date, now: Date): string {
  if (dueAt < now) return lateText(dueAt, now)
  const days = daysBetween(now, dueAt)
  const isEndOfDay = dayOf(after(dueAt, 1)) !== dayOf(dueAt)
  if (days === 0) return isEndOfDay ? 'due today' : `due today, ${timeOfDay(dueAt)}`
  if (days === 1) return 'due tomorrow'
  return days < 7 ? `due ${weekday(dueAt)}` : `due ${shortDate(dueAt)}`
}
