import { after, dayAfter, minute, shortDate, siteZone } from '../shared/dates.ts'
import { zonedTime, zonedWords } from '../shared/zones.ts'
import type { Cohort } from './schema/cohort.ts'

/** A cohort's name in forms and URLs: `cohort-6`. */
export const cohortValue = (cohort: Pick<Cohort, 'label'>): string => cohort.label.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The time zone of a cohort's deadline. */
export const zoneOf = ({ zone = siteZone() }: Cohort): string => zone

/** A cache, because each submission needs the closing times of all cohorts. */
const closingTimes = new WeakMap<Cohort, Date>()

/** The moment at which applications for a cohort close: `closesAt`, or the end of the day, in the cohort's time zone. */
export function closingTime(cohort: Cohort): Date {
  const computed = closingTimes.get(cohort)
  if (computed !== undefined) return computed
  const { applicationDeadline, closesAt } = cohort
  const closing =
    closesAt === undefined
      ? zonedTime(dayAfter(applicationDeadline), '00:00', zoneOf(cohort))
      : zonedTime(applicationDeadline, closesAt, zoneOf(cohort))
  closingTimes.set(cohort, closing)
  return closing
}

/** The moment at which a cohort with the status Coming Soon opens; undefined if the content has none. */
const openingTime = (cohort: Cohort): Date | undefined =>
  cohort.opensOn === undefined ? undefined : zonedTime(cohort.opensOn, cohort.opensAt ?? '00:00', zoneOf(cohort))

/** The status of a cohort at a moment. A cohort with an opening day is open from that day on. */
export function statusAt(cohort: Cohort, now: Date): Cohort['status'] {
  const opening = cohort.status === 'Coming Soon' ? openingTime(cohort) : undefined
  return opening !== undefined && now >= opening ? 'Apply Now' : cohort.status
}

/** The default grace in minutes. */
const defaultGrace = 30

/** The last moment at which an application still counts as in time. */
export const graceEnd = (cohort: Cohort): Date => after(closingTime(cohort), (cohort.grace ?? defaultGrace) * minute)

/** Whether a cohort's deadline has passed, regardless of the grace. */
export const deadlinePassed = (cohort: Cohort, now: Date): boolean => now >= closingTime(cohort)

/** The cohort with the status Apply Now whose deadline has not passed; undefined if there is none. */
export const openCohort = (cohorts: readonly Cohort[], now: Date): Cohort | undefined =>
  cohorts.find((cohort) => statusAt(cohort, now) === 'Apply Now' && !deadlinePassed(cohort, now))

/** The cohort for which an application counts at a moment: the open one, also during its grace. */
const countingCohort = (cohorts: readonly Cohort[], now: Date): Cohort | undefined =>
  openCohort(cohorts, now) ?? cohorts.find((cohort) => statusAt(cohort, now) === 'Apply Now' && now <= graceEnd(cohort))

const graceLine = (cohort: Cohort): string => {
  const last = zonedWords(graceEnd(cohort), zoneOf(cohort))
  return `${cohort.label} has closed. What arrives by ${last.time}, ${last.zone}, still counts.`
}

/** The cohort that an applicant chose, such as `Cohort 6`, if its grace was over at a moment; otherwise undefined. */
export const missedCohort = (cohorts: readonly Cohort[], choice: unknown, at: Date): string | undefined =>
  cohorts.find((cohort) => cohortValue(cohort) === choice && at > graceEnd(cohort))?.label

/** The moments at which texts about cohorts change, in order: each opening, each deadline, and the millisecond after each grace. */
export const cohortMoments = (cohorts: readonly Cohort[]): Date[] =>
  cohorts
    .filter(({ status }) => status !== 'Closed')
    .flatMap((cohort) => [openingTime(cohort) ?? [], closingTime(cohort), after(graceEnd(cohort), 1)].flat())
    .sort((a, b) => a.getTime() - b.getTime())

interface Choice {
  readonly value: string
  readonly label: string
  /** It cannot be chosen any more. */
  readonly closed?: true
}

/** The choice for applicants without a preferred cohort, or if none is open. */
export const nextCohort: Choice = { value: 'next', label: 'The next cohort' }

const starts = (cohort: Cohort): Choice => ({
  value: cohortValue(cohort),
  label: `${cohort.label} – starts ${shortDate(new Date(cohort.startDate))}`,
})

/**
 * Whether a cohort is open at a moment, and until when; if none is, for which cohort an application is read: the next one that is announced, or one without
 * a date yet. Every page and the form say this sentence.
 */
export function cohortLine(cohorts: readonly Cohort[], now: Date): string {
  const open = countingCohort(cohorts, now)
  if (open !== undefined) {
    const { label, applicationDeadline, closesAt } = open
    if (deadlinePassed(open, now)) return graceLine(open)
    return `${label} is open. Apply by ${shortDate(new Date(applicationDeadline))}${closesAt === undefined ? '' : `, ${closesAt}`}.`
  }
  return `No cohort is open now. Apply any day: ${readFor(cohorts, now)}`
}

/** For which cohort an application is read that arrives while none is open. */
function readFor(cohorts: readonly Cohort[], now: Date): string {
  const next = cohorts.find((cohort) => statusAt(cohort, now) === 'Coming Soon' && !deadlinePassed(cohort, now))
  return next === undefined
    ? 'we read you for the next one. Its date isn’t set yet.'
    : `we read you for ${next.label}, which starts ${shortDate(new Date(next.startDate))}.`
}

/**
 * What a cohort's card adds to its status when the deadline and the grace have passed, so that the card is true on any day; otherwise undefined.
 */
export function cohortRemark(cohorts: readonly Cohort[], cohort: Cohort, now: Date): string | undefined {
  const status = statusAt(cohort, now)
  if (status === 'Closed' || now <= graceEnd(cohort)) return undefined
  return status === 'Apply Now' && countingCohort(cohorts, now) === undefined
    ? 'The deadline has passed. Apply for the next one.'
    : 'The deadline has passed.'
}

/** All choices, on any day: `Cohort 6 – starts 15 Jan 2026`, and the next cohort. */
export const cohortOptions = (cohorts: readonly Cohort[]): Choice[] => [
  ...cohorts.filter(({ status }) => status !== 'Closed').map(starts),
  nextCohort,
]

/**
 * The choices that the form shows at a moment. Cohorts that are still open come first; if none is, the next cohort does. The others say that
 * they have closed, and cannot be chosen; answers that were given before keep them.
 */
export function cohortOptionsAt(cohorts: readonly Cohort[], now: Date): Choice[] {
  const offered = cohorts.filter(({ status }) => status !== 'Closed')
  const joinable = offered.filter((cohort) => now <= graceEnd(cohort))
  const closed = offered.filter((cohort) => now > graceEnd(cohort))
  const isOpen = joinable.some((cohort) => statusAt(cohort, now) === 'Apply Now')
  return [
    ...(isOpen ? [] : [nextCohort]),
    ...joinable.map(starts),
    ...closed.map((cohort) => ({
      value: cohortValue(cohort),
      label: `${cohort.label} – applications have closed`,
      closed: true as const,
    })),
    ...(isOpen ? [nextCohort] : []),
  ]
}

/**
 * The line above the form: when the open cohort closes, in its time zone and in UTC; during a grace, until when an application still counts; undefined if
 * no cohort is open.
 */
export function deadlineLine(cohorts: readonly Cohort[], now: Date): string | undefined {
  const cohort = countingCohort(cohorts, now)
  if (cohort === undefined) return undefined
  const { label, closesAt, grace = defaultGrace, places } = cohort
  const closing = closingTime(cohort)
  const local = zonedWords(closing, zoneOf(cohort))
  if (now >= closing) return graceLine(cohort)
  const day = shortDate(new Date(cohort.applicationDeadline))
  const by = closesAt === undefined ? `the end of ${day}` : `${day}, ${closesAt}`
  const utc = zonedWords(closing, 'UTC')
  return [
    `${label}: apply by ${by}, ${local.zone} (${utc.day}, ${utc.time} UTC).`,
    ...(grace > 0 ? [`What arrives in the ${grace} minutes after it still counts.`] : []),
    ...(places === undefined ? [] : [`${places} places.`]),
  ].join(' ')
}

/** A warning for each cohort with the status Apply Now whose deadline has passed. */
export function cohortWarnings(cohorts: readonly Cohort[], today: Date): string[] {
  return cohorts
    .filter((cohort) => statusAt(cohort, today) === 'Apply Now' && deadlinePassed(cohort, today))
    .map(
      (cohort) =>
        `content/cohorts.yaml: ${cohort.label} says Apply Now, but its deadline, ` +
        `${shortDate(new Date(cohort.applicationDeadline))}, has passed`,
    )
}
