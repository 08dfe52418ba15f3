import { dayAfter, dayOf, longDate, startOfDay } from '../shared/dates.ts'
import type { Cohort } from './schema/cohort.ts'

interface Dated {
  readonly cohorts: readonly Cohort[]
  /** The days of the posts. */
  readonly postDays: readonly string[]
  /** The day up to which the figures count, such as `30 Sep 2026`. */
  readonly asOf: string
}

/** How old the newest date may be, in days. Visitors take an older site for abandoned. */
const oldest = 90

/** A day that is written as text, as `2026-09-30`; undefined if the text is something else. */
function dayIn(text: string): string | undefined {
  const at = new Date(`${text} UTC`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
}

/** A warning if the newest date that visitors see is too old. */
export function freshnessWarnings({ cohorts, postDays, asOf }: Dated, now: Date): string[] {
  const today = dayOf(now)
  const days = [
    ...postDays.filter((day) => day <= today),
    ...cohorts.flatMap(({ startDate, applicationDeadline }) => [startDate, applicationDeadline]),
    dayIn(asOf) ?? [],
  ].flat()
  const newest = days.toSorted().at(-1)
  return newest === undefined || newest >= dayAfter(today, -oldest)
    ? []
    : [
        `The newest date on the site is ${longDate(startOfDay(newest))}, more than ${oldest} days ago. ` +
          'Visitors take it for abandoned: write a post, or bring the figures up to date (asOf in content/facts.yaml)',
      ]
}
