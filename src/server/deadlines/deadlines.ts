import { createHmac, timingSafeEqual } from 'node:crypto'
import { closingTime, cohortValue, graceEnd, missedCohort, nextCohort } from '../../content/cohorts.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { after, day } from '../../shared/dates.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { installationKey } from '../database/installation-key.ts'
import type { Settings } from '../database/settings.ts'
import type { Deadlines } from './port.ts'

/** How long after a deadline an application that was begun before the deadline is still in time. */
const maxDeliveryMs = day
/** How long an application counts as begun: as long as a draft is stored on a device. */
const maxDraftMs = 30 * day

/** A base36 number of milliseconds, and a signature of 128 bits. */
const shape = /^([0-9a-z]{1,11})\.([\w-]{22})$/

/** Judges by the cohorts of the content. Tokens are signed with a key of this installation, so every node accepts them. They are not stored. */
export function deadlines(settings: Settings, cohorts: readonly Cohort[], now: () => Date): Deadlines {
  const readKey = installationKey(settings, 'deadlines')
  const sign = async (moment: Date, ...about: readonly string[]): Promise<string> => {
    const stamp = moment.getTime().toString(36)
    const hash = createHmac('sha256', await readKey())
      .update(JSON.stringify([stamp, ...about]))
      .digest()
    return `${stamp}.${hash.subarray(0, 16).toString('base64url')}`
  }
  /** The time in a token that we signed; undefined for an invalid token. */
  const momentOf = async (token: unknown, ...about: readonly string[]): Promise<Date | undefined> => {
    const [, stamp] = shape.exec(typeof token === 'string' ? token : '') ?? []
    if (stamp === undefined) return undefined
    const moment = new Date(Number.parseInt(stamp, 36))
    if (Number.isNaN(moment.getTime())) return undefined
    const expected = Buffer.from(await sign(moment, ...about))
    const actual = Buffer.from(String(token))
    return expected.length === actual.length && timingSafeEqual(expected, actual) ? moment : undefined
  }
  const find = (choice: unknown) => cohorts.find((cohort) => cohortValue(cohort) === choice && cohort.status !== 'Closed')

  return {
    begin: () => sign(now(), 'begun'),
    lateLink: async (email, cohort, until) =>
      find(cohort) === undefined ? undefined : sign(until, 'late', cohort, mailboxKey(email)),
    judge: async (choice, email, { begun, late }, at) => {
      // Whoever has a late link cannot choose its cohort, because the form shows it as closed.
      for (const each of late === undefined ? [] : cohorts) {
        if ((choice !== nextCohort.value && choice !== cohortValue(each)) || at <= graceEnd(each)) continue
        const ofAddress = (address: string) => momentOf(late, 'late', cohortValue(each), address)
        // Earlier versions signed the address as it was typed.
        const until = (await ofAddress(mailboxKey(email))) ?? (await ofAddress(email.trim().toLowerCase()))
        if (until !== undefined && at <= until) return { inTime: { cohort: each.label, by: 'link' } }
      }
      const label = missedCohort(cohorts, choice, at)
      const cohort = find(choice)
      if (label === undefined || cohort === undefined) return label === undefined ? {} : { late: label }
      const since = await momentOf(begun, 'begun')
      const closing = closingTime(cohort)
      if (since !== undefined && since < closing && at <= after(closing, maxDeliveryMs) && at <= after(since, maxDraftMs))
        return { inTime: { cohort: label, by: 'begun', since: since.toISOString() } }
      return { late: label }
    },
  }
}
