import type { Delivery } from '../applications/outgoing.ts'
import { outgoing } from '../applications/outgoing.ts'
import type { Promises } from '../content/schema/promises.ts'
import { after, day, second } from '../shared/dates.ts'
import { formTypes } from '../shared/form-types.ts'
import { newId } from '../shared/ids.ts'
import type { PersonHashes } from './person-hashes.ts'
import type { Erasure, PeriodOver, Persons } from './storage/person-port.ts'

/** How long an erasure can be undone. */
const erasureHold = day

/** What erasing needs. */
export interface Erasing {
  readonly persons: Persons
  readonly hashes: Pick<PersonHashes, 'of'>
  readonly delivery: Delivery
  now(): Date
  /** Wakes the outbox's worker: something was queued. */
  poke(): void
}

/** How an erased row leaves the spreadsheet: when the hold is over, also where the spreadsheet is the store. */
export const erasureDelivery = ({ spreadsheet }: Delivery): Delivery => ({
  spreadsheet: spreadsheet === 'none' ? 'none' : 'mirror',
  holdS: erasureHold / second,
})

/** Begins to erase applications: see `Persons.erase`. @param by the admin's address, or `retention` */
export async function beginErasure(parts: Erasing, ids: readonly string[], by: string): Promise<Erasure | undefined> {
  const { persons, hashes, now, poke } = parts
  const all = await Promise.all(ids.map((id) => persons.everything(id)))
  const at = now()
  const held = erasureDelivery(parts.delivery)
  const entry = { at, by, event: { what: 'deleted' } } as const
  const erasure = await persons.erase({
    id: newId(at),
    requestedAt: at,
    dueAt: after(at, erasureHold),
    by,
    keys: await hashes.of(all.flatMap((each) => (each === undefined ? [] : [each.application]))),
    applications: ids,
    drafts: (id, revision) => outgoing({ id, revision }, entry, held).outbox,
  })
  poke()
  return erasure
}

/** The moment so many months before another, on the same day of the month or on the last one. */
export function monthsBefore(at: Date, months: number): Date {
  const before = new Date(at)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const last = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate()
  before.setUTCDate(Math.min(at.getUTCDate(), last))
  return before
}

/** Of each form the moment before which its period is over. @param graceMs how long ago it was over */
export const periodsOver = ({ keep }: Pick<Promises, 'keep'>, now: Date, graceMs = 0): readonly PeriodOver[] =>
  formTypes.map((formType) => ({ formType, before: after(monthsBefore(now, keep[formType].months), -graceMs) }))

/** Applications that the server begins to erase at a time. */
const batch = 100

/**
 * Begins to erase what content says is erased without the admin: what is past its period for long enough, approved applications aside. Does nothing
 * where content says that it is done by hand.
 */
export async function eraseOverdue(parts: Erasing & { readonly promises: Pick<Promises, 'keep' | 'erase'> }): Promise<void> {
  const { persons, promises, now } = parts
  if (promises.erase === 'by hand') return
  const { applications } = await persons.periodOver(periodsOver(promises, now(), promises.erase * day), batch)
  const ids = applications.filter(({ status }) => status !== 'approved').map(({ id }) => id)
  if (ids.length > 0) await beginErasure(parts, ids, 'retention')
}
