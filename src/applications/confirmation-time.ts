import { after, day, hour, later } from '../shared/dates.ts'
import { never } from './letter-hold.ts'

/** When a confirmation may be sent, and why not earlier; `why` is empty if it may be sent now. */
export interface SendTime {
  readonly at: Date
  readonly why: string
}

/** An address gets at most one confirmation an hour, and this many a day, even if different people give it in forms. */
const maxPerDay = 3

/** The times that are already reserved: in the last day and in the future. */
interface Reserved {
  /** The times for the same address, earliest first. */
  readonly own: readonly Date[]
  /** The time of the nth latest confirmation, where n is the limit for all addresses per period; undefined if there are fewer. */
  readonly crowd: Date | undefined
}

/** A confirmation that would wait longer is left to the reviewer, because a confirmation after days is of no use. */
const maxWaitMs = day

/**
 * The time of a confirmation. An address gets three a day, an hour apart; all addresses together get a limited number per period. A confirmation that
 * would wait for more than a day waits until the reviewer sends it.
 * @param periodMs the period of the limit for all addresses; 0: no such limit
 */
export function confirmationTime({ own, crowd }: Reserved, now: Date, periodMs: number): SendTime {
  const last = own.at(-1)
  if (own.length >= maxPerDay) return { at: never, why: 'This address has had three confirmations within a day.' }
  const next = last === undefined ? now : later(now, after(last, hour))
  const at = crowd === undefined ? next : later(next, after(crowd, periodMs))
  if (at > after(now, maxWaitMs)) return { at: never, why: 'More confirmations are waiting than may go within a day.' }
  if (at > next) return { at, why: 'More confirmations are waiting than may go in an hour.' }
  return { at, why: at > now ? 'This address has had a confirmation within the last hour.' : '' }
}
