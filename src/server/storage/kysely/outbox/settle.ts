import { sql } from 'kysely'
import { type OutboxEntry, type OutboxState, type Outcome, outlives } from '../../../../applications/outbox.ts'
import type { Engine } from '../engine.ts'
import { keep } from '../odd-text.ts'

/** See port.ts. What failed and whose application was deleted meanwhile is cancelled, as if it had waited then. */
export const settle = (
  engine: Engine,
  entry: OutboxEntry,
  outcome: Outcome,
  at: Date,
  retryAt: Date | undefined,
): Promise<boolean> =>
  engine.write(async (trx) => {
    const held = () =>
      trx.updateTable('outbox').where('id', '=', entry.id).where('fence', '=', entry.fence).where('state', '=', 'claimed')
    if (outcome.kind === 'sent') {
      const sent = await held()
        .set({ state: 'sent', sent_at: at.getTime(), next_at: null, failing_since: null })
        .executeTakeFirst()
      return sent.numUpdatedRows > 0n
    }
    await engine.lock(trx, `application:${entry.applicationId}`)
    const again = outcome.kind === 'failed' ? retryAt?.getTime() : undefined
    const state: OutboxState = again === undefined ? 'parked' : 'waiting'
    const removed = await trx
      .selectFrom('applications')
      .select('id')
      .where('id', '=', entry.applicationId)
      .where('removed_at', 'is not', null)
      .executeTakeFirst()
    const became =
      removed === undefined || outlives(entry.topic)
        ? { state, next_at: again ?? null, revived_as: null }
        : { state: 'cancelled' as const, next_at: null, revived_as: state }
    const settled = await held()
      .set({
        ...became,
        last_fault: keep(outcome.fault),
        failing_since: sql<number>`coalesce(failing_since, ${at.getTime()})`,
        ...(again === undefined ? {} : { due_at: again }),
      })
      .executeTakeFirst()
    return settled.numUpdatedRows > 0n
  })
