import type { Delivery } from '../../applications/outgoing/change.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import type { Promises } from '../../content/schema/promises.ts'
import type { PersonHashes } from '../../server/records/persons/hashes.ts'
import type { Erasure, PeriodOver, Persons } from '../../server/records/persons/port.ts'
import { after, day, monthsBefore, second } from '../../shared/dates.ts'
import { formTypes } from '../../shared/form-types.ts'
import { newId } from '../../shared/ids.ts'

/** How long an erasure can be undone. */
const erasureHold = day

export interface Erasing {
  readonly persons: Persons
  readonly hashes: Pick<PersonHashes, 'of'>
  readonly delivery: Delivery
  now(): Date
  /** Wakes the outbox's worker: something was queued. */
  poke(): void
}

/** The delivery of an erasure: the spreadsheet row is removed after the hold, also when the spreadsheet is the primary store. */
export const erasureDelivery = ({ spreadsheet }: Delivery): Delivery => ({
  spreadsheet: spreadsheet === 'none' ? 'none' : 'mirror',
  holdS: erasureHold / second,
})

/** Begins the erasure of applications: see `Persons.erase`. @param by the admin's address, or `retention` */
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

/** For each form, the time since when an application must be unchanged for its retention period to be over. @param graceMs is added to the period */
export const periodsOver = ({ keep }: Pick<Promises, 'keep'>, now: Date, graceMs = 0): readonly PeriodOver[] =>
  formTypes.map((formType) => ({ formType, before: after(monthsBefore(now, keep[formType].months), -graceMs) }))

/** Applications per automatic erasure. */
const batchSize = 100

/**
 * Begins the automatic erasure that the content sets: of applications whose retention period has been over for some days, except approved ones. Does nothing
 * when the content says `by hand`.
 */
export async function eraseOverdue(parts: Erasing & { readonly promises: Pick<Promises, 'keep' | 'erase'> }): Promise<void> {
  const { persons, promises, now } = parts
  if (promises.erase === 'by hand') return
  const periods = periodsOver(promises, now(), promises.erase * day).map((period) => ({ ...period, except: 'approved' as const }))
  const { applications } = await persons.periodOver(periods, batchSize)
  if (applications.length === 0) return
  await beginErasure(
    parts,
    applications.map(({ id }) => id),
    'retention',
  )
}
