import { formatCount } from '../../../dashboard/labels.ts'
import type { AgeGroup, Span, Step } from '../rules.ts'

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const dayMonth = format({ day: 'numeric', month: 'short' })
const dayMonthYear = format({ day: 'numeric', month: 'short', year: 'numeric' })
const weekday = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const month = format({ month: 'short' })
const monthYear = format({ month: 'long', year: 'numeric' })

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** `15 Nov 2025`, of a day such as 2025-11-15. */
export const dayName = (day: string): string => dayMonthYear.format(at(day))

const isFullMonth = ({ from, to }: Span): boolean =>
  from.endsWith('-01') && new Date(at(to).getTime() + 86_400_000).getUTCDate() === 1

/** The name of a bar's span: `Mon, 3 Nov 2025`, `3 Nov – 9 Nov 2025`, `November 2025`. A partial month shows its days. */
export function spanName(span: Span, step: Step): string {
  if (step === 'day') return weekday.format(at(span.from))
  if (step === 'month' && isFullMonth(span)) return monthYear.format(at(span.from))
  return span.from === span.to ? dayName(span.from) : `${dayMonth.format(at(span.from))} – ${dayName(span.to)}`
}

/** The label below a bar: `3 Nov`, `Nov`. */
export const tickName = ({ from }: Span, step: Step): string => (step === 'month' ? month : dayMonth).format(at(from))

/** The year below that label: at the first label that is shown, and where it changes; otherwise empty. */
export const tickYear = ({ from }: Span, before: Span | undefined): string =>
  before?.from.slice(0, 4) === from.slice(0, 4) ? '' : from.slice(0, 4)

export const stepNames: Readonly<Record<Step, string>> = { day: 'day', week: 'week', month: 'month' }

const rounded = (n: number): string => (n < 10 ? n.toFixed(1).replace(/\.0$/, '') : String(Math.round(n)))

const withUnit = (n: string, unit: string): string => `${n} ${unit}${n === '1' ? '' : 's'}`

/** A duration in a suitable unit: `40 minutes`, `5.5 hours`, `2 days`. */
export function duration(seconds: number): string {
  if (seconds < 90 * 60) return withUnit(String(Math.round(seconds / 60)), 'minute')
  if (seconds < 48 * 3600) return withUnit(rounded(seconds / 3600), 'hour')
  return withUnit(rounded(seconds / 86_400), 'day')
}

/** `22%` of a total; `under 1%` for less; empty if the total is 0. */
export function share(part: number, of: number): string {
  if (of === 0) return ''
  const percent = (100 * part) / of
  return part > 0 && percent < 1 ? 'under 1%' : `${Math.round(percent)}%`
}

/** `1 application`, `1,204 applications`. */
export const applications = (n: number): string => (n === 1 ? '1 application' : `${formatCount(n)} applications`)

export function ageName({ from, to }: Pick<AgeGroup, 'from' | 'to'>): string {
  if (to === null) return `${from} days or more`
  if (from === 0) return 'Since today'
  return `${from} to ${to - 1} days`
}
