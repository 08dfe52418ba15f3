import type { Application } from '../../../../applications/application.ts'
import { type Event, standing } from '../../../../applications/history.ts'
import { second } from '../../../../shared/dates.ts'
import type { Applications } from '../../port.ts'
import type { Db, Engine } from '../engine.ts'
import { keep } from '../odd-text.ts'
import { count } from './counters.ts'
import { record } from './draft.ts'
import { historyOf } from './read.ts'
import { changeable, columns, fromRow } from './row.ts'

type Undone = Awaited<ReturnType<Applications['undo']>>
/** Cancels what a decision or a deletion queued; false when some of it is on its way or gone. */
async function callBack(trx: Db, id: string, revision: number): Promise<boolean> {
  const letters = () => trx.selectFrom('outbox').where('application_id', '=', id).where('revision', '=', revision)
  await trx
    .updateTable('outbox')
    .set({ state: 'cancelled', next_at: null })
    .where('application_id', '=', id)
    .where('revision', '=', revision)
    .where('state', 'in', ['waiting', 'parked'])
    .execute()
  return (await letters().select('id').where('state', 'in', ['claimed', 'sent']).executeTakeFirst()) === undefined
}

/** See port.ts. */
export const undo = (engine: Engine, asked: string, by: string, at: Date, holdS: number): Promise<Undone> =>
  engine.write<Undone>(async (trx) => {
    const id = keep(asked)
    await engine.lock(trx, `application:${id}`)
    const row = await trx
      .selectFrom('applications')
      .select([...columns, 'removed_at', 'hold_until', 'seq', 'volume', 'search_text', 'facets'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return { kind: 'not_found' }
    const application = fromRow(row)
    const { status } = application
    const revision = row.revision + 1
    const write = async (
      restored: Application,
      event: Event,
      counts: Parameters<typeof count>[3],
    ): Promise<Extract<Undone, { kind: 'undone' }>> => {
      const changed = changeable(restored)
      await engine.search.change(trx, row, { ...row, facets: changed.facets })
      await engine.together(trx, [
        trx
          .updateTable('applications')
          .set({ ...changed, removed_at: null, hold_until: null, revision })
          .where('id', '=', id),
        record(trx, id, revision, { at, by, event }),
        ...count(trx, engine.shards, row.form_type, counts),
      ])
      return { kind: 'undone', application: { ...restored, revision } }
    }

    if (row.removed_at !== null) {
      if ((row.hold_until ?? 0) <= at.getTime()) return { kind: 'too_late' }
      // What the deletion itself queued.
      await callBack(trx, id, row.revision)
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
      return write(application, { what: 'undone', undid: 'deleted', from: status, to: status }, { [status]: 1 })
    }

    const decisions = standing(await historyOf(trx, id))
    const last = decisions.at(-1)
    if (last === undefined || at.getTime() >= last.at.getTime() + holdS * second) return { kind: 'too_late' }
    if (!(await callBack(trx, id, last.revision))) return { kind: 'too_late' }
    const earlier = decisions.at(-2)
    const to = last.event.from
    return write(
      { ...application, status: to, reviewedAt: earlier?.at ?? null, reviewedBy: earlier?.by ?? null },
      { what: 'undone', undid: 'moved', from: status, to },
      status === to ? {} : { [status]: -1, [to]: 1 },
    )
  })
