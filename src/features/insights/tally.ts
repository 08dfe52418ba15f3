import { type Fact, sourceCount } from '../../applications/facts.ts'
import { day, dayOf } from '../../shared/dates.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { type AgeGroup, type CountByForm, type Insights, type Quartiles, type Span, spans, stepFor } from './rules.ts'

/** The first day of each age group. */
const ages = [0, 1, 3, 7, 14, 30] as const

const none = (): Record<FormType, number> => Object.fromEntries(formTypes.map((type) => [type, 0])) as Record<FormType, number>

/** Counts pending applications by their age in days, so that each group is a span of days of the list. */
function waitingCount(now: Date) {
  const today = Date.parse(dayOf(now))
  const groups = ages.map(() => ({ count: 0, late: 0 }))
  let oldest = Number.POSITIVE_INFINITY
  return {
    add({ submittedAt, dueAt }: Pick<Fact, 'submittedAt' | 'dueAt'>): void {
      const age = (today - Date.parse(dayOf(new Date(submittedAt)))) / day
      const group = groups[ages.findLastIndex((from) => age >= from)] ?? groups[0]
      if (group !== undefined) {
        group.count += 1
        if (dueAt < now.getTime()) group.late += 1
      }
      oldest = Math.min(oldest, submittedAt)
    },
    result: (): Pick<Insights, 'waiting' | 'oldest'> => ({
      waiting: groups.map((group, index): AgeGroup => ({ from: ages[index] ?? 0, to: ages[index + 1] ?? null, ...group })),
      oldest: oldest === Number.POSITIVE_INFINITY ? null : new Date(oldest).toISOString(),
    }),
  }
}

/** Counts facts in any order; `result` returns the insights. */
export function tally(now: Date) {
  const byDay = new Map<string, Record<FormType, number>>()
  const outcomes = {
    submitted: 0,
    pending: 0,
    pitch: 0,
    approved: { direct: 0, pitched: 0 },
    rejected: { direct: 0, pitched: 0 },
  }
  const times = new Map<FormType, number[]>()
  const sources = sourceCount()
  const waiting = waitingCount(now)

  return {
    /** Adds an application that was submitted in the range. */
    add(fact: Fact): void {
      const date = dayOf(new Date(fact.submittedAt))
      const counts = byDay.get(date) ?? none()
      byDay.set(date, counts)
      counts[fact.formType] += 1
      outcomes.submitted += 1
      if (fact.status === 'pending' || fact.status === 'pitch') outcomes[fact.status] += 1
      else outcomes[fact.status][fact.pitched ? 'pitched' : 'direct'] += 1
      if (fact.status !== 'pending' && fact.decidedAt !== null) {
        const durations = times.get(fact.formType) ?? []
        durations.push(Math.max(0, fact.decidedAt - fact.submittedAt))
        times.set(fact.formType, durations)
      }
      sources.add(fact)
    },

    /** Adds a pending application, in the range or not. */
    wait: waiting.add,

    /** The insights; without `from` the range starts at the first submission. */
    result(from: string | undefined, to: string): Insights {
      const first = [...byDay.keys()].sort()[0]
      const start = from ?? first ?? to
      const range: Span = { from: start < to ? start : to, to }
      const step = stepFor(range)
      const all = [...times.values()].flat()
      return {
        ...range,
        step,
        overTime: spans(range, step).map((span) => ({ ...span, counts: sum(span, byDay) })),
        outcomes,
        decisions: {
          all: quartiles(all),
          byForm: Object.fromEntries(
            formTypes.flatMap((type) => [[type, quartiles(times.get(type) ?? [])]]).filter(([, q]) => q),
          ),
        },
        ...waiting.result(),
        sources: sources.result(),
      }
    },
  }
}

function sum({ from, to }: Span, byDay: ReadonlyMap<string, CountByForm>): CountByForm {
  const counts = none()
  for (const [date, more] of byDay) if (date >= from && date <= to) for (const type of formTypes) counts[type] += more[type]
  return counts
}

/** The quartiles of times in milliseconds, with linear interpolation; null if there are no times. */
export function quartiles(times: readonly number[]): Quartiles | null {
  if (times.length === 0) return null
  const sorted = Float64Array.from(times).sort()
  const mark = (share: number): number => {
    const position = (sorted.length - 1) * share
    const below = sorted[Math.floor(position)] ?? 0
    const above = sorted[Math.ceil(position)] ?? 0
    return Math.round((below + (above - below) * (position % 1)) / 1000)
  }
  return { count: sorted.length, lower: mark(0.25), median: mark(0.5), upper: mark(0.75) }
}
