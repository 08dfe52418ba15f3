import { fail, ok, type Result } from '../shared/result.ts'
import { type Application, stateOf } from './application.ts'
import { isDueSoon } from './due.ts'
import { effectiveDelays, type HistoryEntry } from './history.ts'
import { lettersOf } from './letter-hold.ts'
import type { Change } from './moves.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'

/** The maximum number of delays of one application. */
export const maxDelays = 2

/**
 * Delays the answer to an application: its due moment becomes `until`, and a letter informs the applicant. The delay can be undone until the hold is
 * over and the letter is sent.
 * @param sentence the reviewer's addition to the letter
 * @returns the faults are `decided`, or its review is ended; `stopped`: the owner of the address stopped the letters; `early`: it is not due soon; `waiting`: the
 *   letter of an earlier delay is not sent; `often`: the limit is reached
 */
export function delay(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  { until, sentence }: { readonly until: Date; readonly sentence: string | undefined },
  { by, at, delivery }: Act,
): Result<Change, 'decided' | 'stopped' | 'early' | 'waiting' | 'often'> {
  if (stateOf(application) !== 'pending') return fail('decided')
  if (application.lettersStoppedAt !== null) return fail('stopped')
  const delays = effectiveDelays(history)
  const isOut = ({ state }: OutboxEntry): boolean => state === 'sent' || state === 'cancelled'
  if (delays.some(({ revision }) => !lettersOf(revision, messages).every(isOut))) return fail('waiting')
  if (delays.length >= maxDelays) return fail('often')
  if (!isDueSoon(application.dueAt, at)) return fail('early')
  const from = application.dueAt.toISOString()
  const event = { what: 'delayed', from, until: until.toISOString(), ...(sentence !== undefined && { sentence }) } as const
  const entry: HistoryEntry = { at, by, event }
  return ok({ application: { ...application, dueAt: until }, entry, ...outgoing(application, entry, delivery) })
}

/**
 * Undoes the delay that produced `revision`; undefined if there is none, an attempt to send its letter was made, or the application was decided since.
 * @param history complete: the index of an entry is its revision
 */
export function undoDelay(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  revision: number,
  { by, at, delivery }: Act,
): Change | undefined {
  const last = effectiveDelays(history).at(-1)
  if (last?.revision !== revision) return undefined
  const unsent = lettersOf(revision, messages).filter(({ state }) => state !== 'cancelled')
  // After a failed attempt it is unknown whether the letter arrived.
  if (unsent.length === 0 || unsent.some(({ state, attempts }) => state !== 'waiting' || attempts > 0)) return undefined
  const { from: to, until: from } = last.event
  const entry: HistoryEntry = { at, by, event: { what: 'undone', undid: 'delayed', from, to } }
  return {
    application: { ...application, dueAt: new Date(to) },
    entry,
    ...outgoing(application, entry, delivery, { cancels: unsent.map(({ id }) => id) }),
  }
}
