import { after, day, hour, later } from '../shared/dates.ts'
import { byHand } from './letter-hold.ts'

/** When a confirmation may go, and why not before; empty if it may go now. */
export interface SendTime {
  readonly at: Date
  readonly why: string
}

/** One address gets a confirmation an hour, and this many a day, whoever names it in a form. */
const mostADay = 3

/** The times that are reserved already: of the last day, and to come. */
interface Reserved {
  /** Those of the same address, the first one first. */
  readonly own: readonly Date[]
  /** Of all addresses together, the last one but as many as may go in the period; undefined if there are fewer. */
  readonly crowd: Date | undefined
}

/** A later time than this is left to the reviewer: a confirmation after days confirms nothing. */
const longestWait = day

/**
 * The time of a confirmation. Three a day go to one address, an hour apart, and so many in a period to all; what exceeds a day waits until it is sent by
 * hand.
 * @param periodMs of the limit for all addresses together; 0: no limit for them
 */
export function confirmationTime({ own, crowd }: Reserved, now: Date, periodMs: number): SendTime {
  const last = own.at(-1)
  if (own.length >= mostADay) return { at: byHand, why: 'This address has had three confirmations within a day.' }
  const next = last === undefined ? now : later(now, after(last, hour))
  const at = crowd === undefined ? next : later(next, after(crowd, periodMs))
  if (at > after(now, longestWait)) return { at: byHand, why: 'More confirmations are waiting than may go within a day.' }
  if (at > next) return { at, why: 'More confirmations are waiting than may go in an hour.' }
  return { at, why: at > now ? 'This address has had a confirmation within the last hour.' : '' }
}
