import { after, day, hour, later, minute } from '../shared/dates.ts'
import type { Rate } from '../shared/durations.ts'
import { type OutboxDraft, strangersLetters, type Turn } from './outbox.ts'

// Anyone can enter another person's address in a form. What strangers can cause to be sent has a budget for each address, over all applications and forms,
// and one for each network of senders (decision 0201). The desk's own letters have none.

/** Whether strangers can cause an entry: a letter that follows what a form sends, and other mail that says so. */
export const isStrangers = ({ payload }: Pick<OutboxDraft, 'payload'>): boolean =>
  'letter' in payload ? strangersLetters.includes(payload.letter) : 'strangers' in payload

const toAddress: readonly Rate[] = [
  { count: 1, periodMs: hour },
  { count: 3, periodMs: day },
]
/** A class that applies together has its letters within seven minutes. */
const fromNetwork: readonly Rate[] = [
  { count: 6, periodMs: minute },
  { count: 60, periodMs: hour },
]
/** How many earlier letters are compared. */
export const maxCompared = 60

/** Why a letter waits. The desk shows it, and letters that wait for their address are found by it. */
export const waits = {
  address: 'This address gets one letter an hour and three a day of this kind. The next one has the news of all of them.',
  network: 'Many letters are caused from the network of the sender.',
} as const

/** When the next letter is free. @param times of earlier letters, the latest first */
const freeAt = (times: readonly Date[], rates: readonly Rate[], now: Date): Date =>
  rates.reduce((at, { count, periodMs }) => {
    const last = times[count - 1]
    return last === undefined ? at : later(at, after(last, periodMs))
  }, now)

/** When the letter after `ahead` others is free, if each of them is sent when it is free. @param times see `freeAt` */
function freeAfter(ahead: number, times: readonly Date[], rates: readonly Rate[], now: Date): Date {
  const before = [...times]
  let at = freeAt(before, rates, now)
  for (let n = 0; n < ahead; n += 1) {
    before.unshift(at)
    before.splice(maxCompared)
    at = freeAt(before, rates, at)
  }
  return at
}

/**
 * When a letter may be sent: `later`, or undefined for now.
 * @param sent the times of earlier letters to the address and from the network, the latest first
 * @param ahead how many letters from its network wait before it, so that each has its own time
 */
export function waitOf(
  sent: { readonly address: readonly Date[]; readonly network: readonly Date[] },
  now: Date,
  ahead = 0,
): Extract<Turn, { kind: 'later' }> | undefined {
  const address = freeAt(sent.address, toAddress, now)
  if (address > now) return { kind: 'later', at: address, why: waits.address }
  if (freeAt(sent.network, fromNetwork, now) <= now) return undefined
  return { kind: 'later', at: freeAfter(ahead, sent.network, fromNetwork, now), why: waits.network }
}
