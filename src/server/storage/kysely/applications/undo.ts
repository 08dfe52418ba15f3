import { effectiveDecisions } from '../../../../applications/history.ts'
import { type Change, undoDeletion, undoMove } from '../../../../applications/moves.ts'
import type { OutboxEntry, Topics } from '../../../../applications/outbox.ts'
import type { Delivery } from '../../../../applications/outgoing/change.ts'
import type { Applications } from '../../applications-port.ts'
import type { Engine } from '../engine.ts'
import { cancelOutboxEntries, insertOutboxEntries } from '../outbox/insert.ts'
import { entriesOf } from '../outbox/row.ts'
import type { Db } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import { updateCounters } from './counters.ts'
import { historyOf, insertHistory } from './history.ts'
import { erasingOf } from './remove.ts'
import { changeable, columns, fromRow } from './row.ts'

type Undone = Awaited<ReturnType<Applications['undo']>>

/** Rolls the unit back: a letter that must be cancelled was claimed meanwhile. */
class TooLate extends Error {}

/**
 * Restores the outbox entries that a deletion cancelled. The spreadsheet may have removed the row meanwhile, so each entry for the row appends it first: an
 * update alone would fail, and block the entries after it.
 */
async function restoreOutboxEntries(trx: Db, id: string, applicationId: string): Promise<void> {
  const completeRow: Topics['sheet.row'] = { applicationId, whole: true }
  await trx
    .updateTable('outbox')
    .set({ payload: JSON.stringify(completeRow) })
    .where('application_id', '=', id)
    .where('topic', '=', 'sheet.row')
    .where((eb) => eb.or([eb('revived_as', 'is not', null), eb('state', 'in', ['waiting', 'claimed'])]))
    .execute()
  await trx
    .updateTable('outbox')
    .set((eb) => ({
      state: eb.fn.coalesce('revived_as', 'state'),
      next_at: eb.case().when('revived_as', '=', 'waiting').then(eb.ref('due_at')).else(null).end(),
      revived_as: null,
    }))
    .where('application_id', '=', id)
    .where('revived_as', 'is not', null)
    .execute()
}

/** The row of an application, deleted or not, but not in quarantine. It is locked until the unit ends. */
export const lockedRow = async (engine: Engine, trx: Db, id: string) => {
  await engine.lock(trx, `application:${id}`)
  return trx
    .selectFrom('applications')
    .select([...columns, 'removed_at', 'hold_until', 'seq', 'search_text', 'facets'])
    .where('id', '=', id)
    .where('quarantine', 'is', null)
    .executeTakeFirst()
}

/** Writes the restored application with the next revision. @param counts the changes of the counters by status */
async function restore(
  engine: Engine,
  trx: Db,
  row: NonNullable<Awaited<ReturnType<typeof lockedRow>>>,
  { application: restored, entry, outbox }: Change,
  at: Date,
  counts: Parameters<typeof updateCounters>[2],
): Promise<Undone> {
  const { id } = row
  const revision = row.revision + 1
  const changed = changeable(restored)
  await engine.search.replace(trx, row, { ...row, facets: changed.facets })
  await engine.together(trx, [
    trx
      .updateTable('applications')
      .set({ ...changed, removed_at: null, hold_until: null, revision })
      .where('id', '=', id),
    insertHistory(trx, id, revision, entry),
    ...insertOutboxEntries(trx, outbox, revision, at),
    ...updateCounters(trx, row.form_type, counts),
  ])
  return { kind: 'undone', application: { ...restored, revision } }
}

/** Undoes a deletion within a unit, whether or not its hold is over. */
export async function undoRemoval(
  engine: Engine,
  trx: Db,
  row: NonNullable<Awaited<ReturnType<typeof lockedRow>>>,
  by: string,
  at: Date,
  delivery: Delivery,
): Promise<Undone> {
  const application = fromRow(row)
  // The entries that the deletion queued.
  const removals = (await entriesOf(trx, row.id)).filter(({ topic }) => topic === 'sheet.removal')
  await cancelOutboxEntries(
    trx,
    removals.map((entry) => entry.id),
  )
  await restoreOutboxEntries(trx, row.id, application.id)
  const isCounted = application.withdrawnAt === null
  const undone = undoDeletion(application, { by, at, delivery })
  return restore(engine, trx, row, undone, at, isCounted ? { [application.status]: 1 } : {})
}

/** Cancels the entries that an undone decision queued. @throws TooLate when its letter is being sent, or was sent */
async function cancelDecision(trx: Db, entries: readonly OutboxEntry[], cancels: readonly string[]): Promise<void> {
  const cancelled = await cancelOutboxEntries(trx, cancels)
  const letters = entries.filter(
    ({ id, topic, state }) => topic === 'mail.letter' && state !== 'cancelled' && cancels.includes(id),
  )
  if (!letters.every(({ id }) => cancelled.includes(id))) throw new TooLate()
}

/** See applications-port.ts. */
export const undo = (
  engine: Engine,
  requestedId: string,
  by: string,
  at: Date,
  delivery: Delivery,
  requestedRevision: number | undefined,
): Promise<Undone> =>
  engine
    .write<Undone>(async (trx) => {
      const id = encodeText(requestedId)
      const row = await lockedRow(engine, trx, id)
      if (row === undefined) return { kind: 'not_found' }
      const application = fromRow(row)
      const entries = await entriesOf(trx, id)

      if (row.removed_at !== null) {
        if (requestedRevision !== undefined && requestedRevision !== row.revision) return { kind: 'changed' }
        if ((row.hold_until ?? 0) <= at.getTime()) return { kind: 'too_late' }
        // An erasure is undone as a whole.
        if ((await erasingOf(trx, [id])).size > 0) return { kind: 'changed' }
        return undoRemoval(engine, trx, row, by, at, delivery)
      }

      const history = await historyOf(trx, id)
      const last = effectiveDecisions(history).at(-1)
      if (requestedRevision !== undefined && requestedRevision !== last?.revision) return { kind: 'changed' }
      const undone = undoMove(application, history, entries, { by, at, delivery })
      if (!undone.ok) return { kind: 'too_late' }
      await cancelDecision(trx, entries, undone.value.cancels ?? [])
      const { status } = application
      const to = undone.value.application.status
      return restore(engine, trx, row, undone.value, at, status === to ? {} : { [status]: -1, [to]: 1 })
    })
    .catch((error: unknown): Undone => {
      if (error instanceof TooLate) return { kind: 'too_late' }
      throw error
    })
