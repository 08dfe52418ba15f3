import { effectiveDecisions } from '../../../../applications/history.ts'
import { type Change, undoDeletion, undoMove } from '../../../../applications/moves.ts'
import type { Topics } from '../../../../applications/outbox.ts'
import type { Delivery } from '../../../../applications/outgoing.ts'
import type { Applications } from '../../applications-port.ts'
import type { Db, Engine } from '../engine.ts'
import { cancelOutboxEntries, insertOutboxEntries } from '../outbox/insert.ts'
import { fromRow as fromOutboxRow } from '../outbox/row.ts'
import { encodeText } from '../text-encoding.ts'
import { updateCounters } from './counters.ts'
import { historyOf, insertHistory } from './history.ts'
import { changeable, columns, fromRow } from './row.ts'

type Undone = Awaited<ReturnType<Applications['undo']>>

/** Rolls the unit back: what it was to recall was claimed while it ran. */
class TooLate extends Error {}

const messagesOf = async (trx: Db, id: string) =>
  (await trx.selectFrom('outbox').selectAll().where('application_id', '=', id).orderBy('created_at').orderBy('id').execute()).map(
    fromOutboxRow,
  )

/**
 * Lets the messages that a deletion cancelled wait again, or be parked again. The row may be gone from the spreadsheet by now, so each change of
 * it appends the row first: one that only updates would fail, and hold up the ones after it.
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
      await engine.lock(trx, `application:${id}`)
      const row = await trx
        .selectFrom('applications')
        .select([...columns, 'removed_at', 'hold_until', 'seq', 'volume', 'search_text', 'facets'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (row === undefined) return { kind: 'not_found' }
      const application = fromRow(row)
      const revision = row.revision + 1
      const messages = await messagesOf(trx, id)
      const write = async (
        { application: restored, entry, outbox }: Change,
        counts: Parameters<typeof updateCounters>[3],
      ): Promise<Undone> => {
        const changed = changeable(restored)
        await engine.search.replace(trx, row, { ...row, facets: changed.facets })
        await engine.together(trx, [
          trx
            .updateTable('applications')
            .set({ ...changed, removed_at: null, hold_until: null, revision })
            .where('id', '=', id),
          insertHistory(trx, id, revision, entry),
          ...insertOutboxEntries(trx, outbox, revision, at),
          ...updateCounters(trx, engine.shards, row.form_type, counts),
        ])
        return { kind: 'undone', application: { ...restored, revision } }
      }

      if (row.removed_at !== null) {
        if (requestedRevision !== undefined && requestedRevision !== row.revision) return { kind: 'changed' }
        if ((row.hold_until ?? 0) <= at.getTime()) return { kind: 'too_late' }
        // What the deletion itself queued.
        await cancelOutboxEntries(
          trx,
          messages.filter(({ topic }) => topic === 'sheet.removal').map((message) => message.id),
        )
        await restoreOutboxEntries(trx, id, application.id)
        return write(undoDeletion(application, by, at, delivery), { [application.status]: 1 })
      }

      const history = await historyOf(trx, id)
      const last = effectiveDecisions(history).at(-1)
      if (requestedRevision !== undefined && requestedRevision !== last?.revision) return { kind: 'changed' }
      const undone = undoMove(application, history, messages, by, at, delivery)
      if (!undone.ok) return { kind: 'too_late' }
      const { cancels = [] } = undone.value
      const cancelled = await cancelOutboxEntries(trx, cancels)
      const recalled = messages.filter(
        ({ id: message, topic, state }) => topic === 'mail.letter' && state !== 'cancelled' && cancels.includes(message),
      )
      if (!recalled.every((message) => cancelled.includes(message.id))) throw new TooLate()
      const { status } = application
      const to = undone.value.application.status
      return write(undone.value, status === to ? {} : { [status]: -1, [to]: 1 })
    })
    .catch((error: unknown): Undone => {
      if (error instanceof TooLate) return { kind: 'too_late' }
      throw error
    })
