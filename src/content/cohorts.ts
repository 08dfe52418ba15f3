import { after, dayAfter, minute, shortDate } from '../shared/dates.ts'
import { zonedTime, zonedWords } from '../shared/zones.ts'
import type { Cohort } from './schema/cohort.ts'

/** A cohort's name in forms and addresses: `cohort-6`. */
export const cohortValue = (cohort: Pick<Cohort, 'label'>): string => cohort.label.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The zone by whose clocks a cohort closes. */
export const zoneOf = ({ zone = 'Asia/Kolkata' }: Cohort): string => zone

/** Each submission needs the closing times of all cohorts, and they do not change. */
const closingTimes = new WeakMap<Cohort, Date>()

/** The moment from which a cohort's applications are closed: `closesAt`, or the end of the named day, by clocks in its zone. */
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

/** The moment from which a cohort that is Coming Soon is open; undefined where the content names none. */
const openingTime = (cohort: Cohort): Date | undefined =>
  cohort.opensOn === undefined ? undefined : zonedTime(cohort.opensOn, cohort.opensAt ?? '00:00', zoneOf(cohort))

/** Where a cohort stands at a moment, in the words of its card: one that was announced for a day is open from then on. */
export function statusAt(cohort: Cohort, now: Date): Cohort['status'] {
  const opening = cohort.status === 'Coming Soon' ? openingTime(cohort) : undefined
  return opening !== undefined && now >= opening ? 'Apply Now' : cohort.status
}

/** Minutes after a deadline in which an application counts, where the content names no others. */
const defaultGrace = 30

/** The last moment at which an application still counts as in time. */
export const graceEnd = (cohort: Cohort): Date => after(closingTime(cohort), (cohort.grace ?? defaultGrace) * minute)

/** Whether a cohort's deadline has passed; the grace does not move it. */
export const deadlinePassed = (cohort: Cohort, now: Date): boolean => now >= closingTime(cohort)

/** The cohort that says Apply Now and whose deadline is not over; undefined when there is none. */
export const openCohort = (cohorts: readonly Cohort[], now: Date): Cohort | undefined =>
  cohorts.find((cohort) => statusAt(cohort, now) === 'Apply Now' && !deadlinePassed(cohort, now))

/** The cohort that a choice names, as `Cohort 6`, when its grace is over at a moment; undefined when it is not, or the choice names none. */
export const missedCohort = (cohorts: readonly Cohort[], choice: unknown, at: Date): string | undefined =>
  cohorts.find((cohort) => cohortValue(cohort) === choice && at > graceEnd(cohort))?.label

/** The moments at which what is said of cohorts changes: each opening, each deadline, and the millisecond after each grace, in order. */
export const cohortMoments = (cohorts: readonly Cohort[]): Date[] =>
  cohorts
    .filter(({ status }) => status !== 'Closed')
    .flatMap((cohort) => [openingTime(cohort) ?? [], closingTime(cohort), after(graceEnd(cohort), 1)].flat())
    .sort((a, b) => a.getTime() - b.getTime())

interface Choice {
  readonly value: string
  readonly label: string
}

/** What an applicant chooses who has no cohort in mind, or when none is open. */
export const nextCohort: Choice = { value: 'next', label: 'The next cohort' }

const starts = (cohort: Cohort): Choice => ({
  value: cohortValue(cohort),
  label: `${cohort.label} – starts ${shortDate(new Date(cohort.startDate))}`,
})

/** All that an applicant's choice can be, whatever the day: `Cohort 6 – starts 15 Jan 2026`, and the next cohort. */
export const cohortOptions = (cohorts: readonly Cohort[]): Choice[] => [
  ...cohorts.filter(({ status }) => status !== 'Closed').map(starts),
  nextCohort,
]

/**
 * The same choices as the form shows them at a moment: those that one can still join come first, after the next cohort when none is open;
 * the others say that they have closed.
 */
export function cohortOptionsAt(cohorts: readonly Cohort[], now: Date): Choice[] {
  const offered = cohorts.filter(({ status }) => status !== 'Closed')
  const joinable = offered.filter((cohort) => now <= graceEnd(cohort))
  const closed = offered.filter((cohort) => now > graceEnd(cohort))
  const isOpen = joinable.some((cohort) => statusAt(cohort, now) === 'Apply Now')
  return [
    ...(isOpen ? [] : [nextCohort]),
    ...joinable.map(starts),
    ...closed.map((cohort) => ({ value: cohortValue(cohort), label: `${cohort.label} – applications have closed` })),
    ...(isOpen ? [nextCohort] : []),
  ]
}

/**
 * The line above the form: when the open cohort closes, by its zone's clocks and in UTC; while a grace runs, until when an application still
 * counts; undefined when no cohort is open.
 */
export function deadlineLine(cohorts: readonly Cohort[], now: Date): string | undefined {
  const cohort = cohorts.find((each) => statusAt(each, now) === 'Apply Now' && now <= graceEnd(each))
  if (cohort === undefined) return undefined
  const { label, closesAt, grace = defaultGrace, places } = cohort
  const closing = closingTime(cohort)
  const local = zonedWords(closing, zoneOf(cohort))
  if (now >= closing) {
    const last = zonedWords(graceEnd(cohort), zoneOf(cohort))
    return `${label} has closed. What arrives by ${last.time}, ${last.zone}, still counts.`
  }
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
export function warnings(cohorts: readonly Cohort[], today: Date): string[] {
  return cohorts
    .filter((cohort) => statusAt(cohort, today) === 'Apply Now' && deadlinePassed(cohort, today))
    .map(
      (cohort) =>
        `content/cohorts.yaml: ${cohort.label} says Apply Now, but its deadline, ` +
        `${shortDate(new Date(cohort.applicationDeadline))}, has passed`,
    )
}
