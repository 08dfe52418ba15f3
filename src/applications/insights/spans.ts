import { dayAfter } from '../../shared/dates.ts'
import type { Span, Step } from './insights.ts'

const at = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** How many days a range has, both ends in it. */
export const daysIn = ({ from, to }: Span): number => Math.round((at(to).getTime() - at(from).getTime()) / 86_400_000) + 1

/** The step for a range: days up to 45 days, weeks up to 190 days, else months. */
export function stepFor(range: Span): Step {
  const days = daysIn(range)
  return days <= 45 ? 'day' : days <= 190 ? 'week' : 'month'
}

/** The last day of the step that a day is in. */
function lastOf(date: string, step: Step): string {
  if (step === 'day') return date
  if (step === 'week') return dayAfter(date, (7 - at(date).getUTCDay()) % 7)
  const day = at(date)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
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
