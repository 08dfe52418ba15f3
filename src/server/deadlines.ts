import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InTime } from '../applications/history.ts'
import { closingTime, cohortValue, missedCohort } from '../content/cohorts.ts'
import type { Cohort } from '../content/schema/cohort.ts'
import { after, day } from '../shared/dates.ts'
import { installationKey } from './hashes.ts'
import type { Settings } from './storage/port.ts'

/** How long after a deadline an application that was begun before it still counts. */
const longestDelivery = day
/** How long what was begun counts as begun: as long as a draft is stored on a device. */
const longestDraft = 30 * day

/** What a submission shows to count as in time. */
export interface Excuse {
  /** The token that its page got when it was begun. */
  readonly begun?: unknown
  /** The last part of a late link. */
  readonly late?: unknown
}

/** Whether applications come in time, by the server's clock and by what it has signed (decision 0153). */
export interface Deadlines {
  /** A token that says that a form is begun now. */
  begin(): Promise<string>
  /**
   * The last part of the link by which one address may apply for a cohort until a moment.
   * @returns undefined for a cohort that takes no applications
   */
  lateLink(email: string, cohort: string, until: Date): Promise<string | undefined>
  /** How an application for a cohort stands: late, in time for a reason, or in time by the clock alone. */
  judge(choice: unknown, email: string, excuse: Excuse, at: Date): Promise<{ readonly late?: string; readonly inTime?: InTime }>
}

/** Two base36 numbers of milliseconds at most, and a signature of 128 bits. */
const shape = /^([0-9a-z]{1,11})\.([\w-]{22})$/

/** Judges by the cohorts of content. What it signs is under a key of this installation, so that every node takes it. Nothing is stored of a token. */
export function deadlines(settings: Settings, cohorts: readonly Cohort[], now: () => Date): Deadlines {
  const readKey = installationKey(settings, 'deadlines')
  const signed = async (moment: Date, ...about: readonly string[]): Promise<string> => {
    const stamp = moment.getTime().toString(36)
    const hash = createHmac('sha256', await readKey())
      .update(JSON.stringify([stamp, ...about]))
      .digest()
    return `${stamp}.${hash.subarray(0, 16).toString('base64url')}`
  }
  /** The moment of a token that we signed; undefined for any other text. */
  const momentOf = async (token: unknown, ...about: readonly string[]): Promise<Date | undefined> => {
    const [, stamp] = shape.exec(typeof token === 'string' ? token : '') ?? []
    if (stamp === undefined) return undefined
    const moment = new Date(Number.parseInt(stamp, 36))
    if (Number.isNaN(moment.getTime())) return undefined
    const expected = Buffer.from(await signed(moment, ...about))
    const actual = Buffer.from(String(token))
    return expected.length === actual.length && timingSafeEqual(expected, actual) ? moment : undefined
  }
  const find = (choice: unknown) => cohorts.find((cohort) => cohortValue(cohort) === choice && cohort.status !== 'Closed')
  const person = (email: string): string => email.trim().toLowerCase()

  return {
    begin: () => signed(now(), 'begun'),
    lateLink: async (email, cohort, until) =>
      find(cohort) === undefined ? undefined : signed(until, 'late', cohort, person(email)),
    judge: async (choice, email, { begun, late }, at) => {
      const label = missedCohort(cohorts, choice, at)
      const cohort = find(choice)
      if (label === undefined || cohort === undefined) return label === undefined ? {} : { late: label }
      const until = await momentOf(late, 'late', cohortValue(cohort), person(email))
      if (until !== undefined && at <= until) return { inTime: { cohort: label, by: 'link' } }
      const since = await momentOf(begun, 'begun')
      const closing = closingTime(cohort)
      if (since !== undefined && since < closing && at <= after(closing, longestDelivery) && at <= after(since, longestDraft))
        return { inTime: { cohort: label, by: 'begun', since: since.toISOString() } }
      return { late: label }
    },
  }
}
