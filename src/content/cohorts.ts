import { after, dayAfter, minute, shortDate, siteZone } from '../shared/dates.ts'
import { translate, untranslated } from '../shared/translate.ts'
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
const deadlinePassed = (cohort: Cohort, now: Date): boolean => now >= closingTime(cohort)

/** The cohort with the status Apply Now whose deadline has not passed; undefined if there is none. */
export const openCohort = (cohorts: readonly Cohort[], now: Date): Cohort | undefined =>
  cohorts.find((cohort) => statusAt(cohort, now) === 'Apply Now' && !deadlinePassed(cohort, now))

/** The cohort for which an application counts at a moment: the open one, also during its grace. */
const countingCohort = (cohorts: readonly Cohort[], now: Date): Cohort | undefined =>
  openCohort(cohorts, now) ?? cohorts.find((cohort) => statusAt(cohort, now) === 'Apply Now' && now <= graceEnd(cohort))

/** What is true of the cohorts at a moment. Every page, the form and the data for search engines read this. */
interface CohortGroups {
  /** The cohort for which an application counts. */
  readonly counting: Cohort | undefined
  /** The cohorts that one can still join, with the counting one. */
  readonly ahead: readonly Cohort[]
  /** The others. */
  readonly earlier: readonly Cohort[]
}

export function cohortsAt(cohorts: readonly Cohort[], now: Date): CohortGroups {
  const isAhead = (cohort: Cohort): boolean => cohort.status !== 'Closed' && now <= graceEnd(cohort)
  return {
    counting: countingCohort(cohorts, now),
    ahead: cohorts.filter(isAhead),
    earlier: cohorts.filter((cohort) => !isAhead(cohort)),
  }
}

const graceLine = (cohort: Cohort): string => {
  const last = zonedWords(graceEnd(cohort), zoneOf(cohort))
  return translate`${translate(cohort.label)} still takes what arrives by ${last.time}, ${last.zone}.`
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
export const nextCohort: Choice = { value: 'next', label: untranslated`The next cohort` }

const next = (): Choice => ({ ...nextCohort, label: translate(nextCohort.label) })

const starts = (cohort: Cohort): Choice => ({
  value: cohortValue(cohort),
  label: translate`${translate(cohort.label)} – starts ${shortDate(new Date(cohort.startDate))}`,
})

/**
 * Until when one can join the open cohort; between two cohorts, that one can apply on any day, and how one learns of the next start.
 * @param promised when we answer, such as `1 week`
 */
export function cohortLine(cohorts: readonly Cohort[], now: Date, promised: string): string {
  const { counting, ahead } = cohortsAt(cohorts, now)
  if (counting !== undefined) {
    const { label, applicationDeadline, closesAt } = counting
    if (deadlinePassed(counting, now)) return graceLine(counting)
    const by = `${shortDate(new Date(applicationDeadline))}${closesAt === undefined ? '' : `, ${closesAt}`}`
    return translate`${translate(label)} is open. Apply by ${by}.`
  }
  const [first] = ahead
  const start =
    first === undefined
      ? translate`The start of the next cohort comes by email.`
      : translate`${translate(first.label)} starts ${shortDate(new Date(first.startDate))}.`
  return `${translate`Apply any day: you hear within ${translate(promised)}.`} ${start}`
}

/** All choices, on any day: `Cohort 6 – starts 15 Jan 2026`, and the next cohort. */
export const cohortOptions = (cohorts: readonly Cohort[]): Choice[] => [
  ...cohorts.filter(({ status }) => status !== 'Closed').map(starts),
  next(),
]

/**
 * The choices that the form shows at a moment. Cohorts that are still open come first; if none is, the next cohort does. The others say that
 * they have closed, and cannot be chosen; answers that were given before keep them.
 */
export function cohortOptionsAt(cohorts: readonly Cohort[], now: Date): Choice[] {
  const { counting, ahead, earlier } = cohortsAt(cohorts, now)
  return [
    ...(counting === undefined ? [next()] : []),
    ...ahead.map(starts),
    ...earlier
      .filter(({ status }) => status !== 'Closed')
      .map((cohort) => ({
        value: cohortValue(cohort),
        label: translate`${translate(cohort.label)} – applications have closed`,
        closed: true as const,
      })),
    ...(counting === undefined ? [] : [next()]),
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
  const by = closesAt === undefined ? translate`the end of ${day}` : `${day}, ${closesAt}`
  const utc = zonedWords(closing, 'UTC')
  return [
    translate`${translate(label)} starts ${shortDate(new Date(cohort.startDate))}. Apply by ${by}, ${local.zone} (${utc.day}, ${utc.time} UTC).`,
    ...(grace > 0 ? [translate`What arrives in the ${grace} minutes after it still counts.`] : []),
    ...(places === undefined ? [] : [translate`${places} places.`]),
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
