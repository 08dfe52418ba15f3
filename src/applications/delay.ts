import { fail, ok, type Result } from '../shared/result.ts'
import { type Actor, type Application, actorName } from './application.ts'
import { isDueSoon } from './due.ts'
import type { Event, HistoryEntry } from './history.ts'
import { lettersOf } from './letter-hold.ts'
import type { Change } from './moves.ts'
import type { OutboxEntry } from './outbox.ts'
import { type Delivery, outgoing } from './outgoing.ts'

/** How often the answer to one application can be delayed. */
export const mostDelays = 2

type Delayed = Extract<Event, { what: 'delayed' }>

/** A delay, with the revision it produced. */
interface Delay {
  readonly event: Delayed
  readonly revision: number
}

/** The delays of a history that were not taken back, oldest first. @param history complete: the index of an entry is its revision */
function effectiveDelays(history: readonly HistoryEntry[]): readonly Delay[] {
  const delays: Delay[] = []
  for (const [revision, { event }] of history.entries()) {
    if (event.what === 'delayed') delays.push({ event, revision })
    // Only the last one can be taken back: while its letter waits, another is refused.
    else if (event.what === 'undone' && event.undid === 'delayed') delays.pop()
  }
  return delays
}

/**
 * By when the applicant hears from us, as far as they know: a delay counts once its letter was handed over.
 * @param history complete: the index of an entry is its revision
 * @param messages all of the application's
 */
export function knownDue(
  { id, dueAt, requests }: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
): Date {
  const delays = effectiveDelays(history)
  // A request moves the due moment, too, and no promise: what it was before the first of both is what was promised.
  const [first] = [
    ...delays.map(({ event: { from }, revision }) => ({ from, revision })),
    ...requests.map(({ due: from, id: revision }) => ({ from, revision })),
  ].sort((a, b) => a.revision - b.revision)
  const isTold = ({ revision }: Delay): boolean => lettersOf(id, revision, messages).some(({ state }) => state === 'sent')
  const moment = delays.findLast(isTold)?.event.until ?? first?.from
  return moment === undefined ? dueAt : new Date(moment)
}

/**
 * Delays the answer to an application: its due moment is `until` from now on, and a letter tells the applicant. The letter waits for the hold, in which
 * the delay can be taken back.
 * @param sentence of the reviewer, for the letter
 * @returns as faults `decided`; `withdrawn`; `stopped`: the owner of the address takes no letters; `early`: it is not due soon; `waiting`: the letter of
 *   a delay has not gone; `often`: the limit is reached
 */
export function delay(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  { until, sentence }: { readonly until: Date; readonly sentence: string | undefined },
  by: Actor,
  at: Date,
  delivery: Delivery,
): Result<Change, 'decided' | 'withdrawn' | 'stopped' | 'early' | 'waiting' | 'often'> {
  if (application.withdrawnAt !== null) return fail('withdrawn')
  if (application.status !== 'pending') return fail('decided')
  if (application.lettersStoppedAt !== null) return fail('stopped')
  const delays = effectiveDelays(history)
  const isOut = ({ state }: OutboxEntry): boolean => state === 'sent' || state === 'cancelled'
  if (delays.some(({ revision }) => !lettersOf(application.id, revision, messages).every(isOut))) return fail('waiting')
  if (delays.length >= mostDelays) return fail('often')
  if (!isDueSoon(application.dueAt, at)) return fail('early')
  const from = application.dueAt.toISOString()
  const event = { what: 'delayed', from, until: until.toISOString(), ...(sentence !== undefined && { sentence }) } as const
  const entry: HistoryEntry = { at, by: actorName(by), event }
  return ok({ application: { ...application, dueAt: until }, entry, ...outgoing(application, entry, delivery) })
}

/**
 * Takes back the delay that led to `revision`; undefined if there is none, its letter was tried, or the application was decided since.
 * @param history complete: the index of an entry is its revision
 */
export function takeDelayBack(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  revision: number,
  by: Actor,
  at: Date,
  delivery: Delivery,
): Change | undefined {
  const last = effectiveDelays(history).at(-1)
  if (last?.revision !== revision) return undefined
  const unsent = lettersOf(application.id, revision, messages).filter(({ state }) => state !== 'cancelled')
  // After a failed attempt it is unknown whether the letter arrived.
  if (unsent.length === 0 || unsent.some(({ state, attempts }) => state !== 'waiting' || attempts > 0)) return undefined
  const { from: to, until: from } = last.event
  const entry: HistoryEntry = { at, by: actorName(by), event: { what: 'undone', undid: 'delayed', from, to } }
  return {
    application: { ...application, dueAt: new Date(to) },
    entry,
    ...outgoing(application, entry, delivery, { messages: unsent }),
  }
}
