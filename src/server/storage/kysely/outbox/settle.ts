import { sql } from 'kysely'
import { type OutboxEntry, type OutboxState, type Outcome, outlives } from '../../../../applications/outbox.ts'
import type { Engine } from '../engine.ts'
import { encodeText } from '../text-encoding.ts'

/** See outbox-port.ts. What failed and whose application was deleted meanwhile is cancelled, as if it had waited then. */
export const settle = (
  engine: Engine,
  entry: OutboxEntry,
  outcome: Outcome,
  at: Date,
  retryAt: Date | undefined,
): Promise<boolean> =>
  (outcome.kind === 'sent' ? engine.writeOne : engine.write)(async (trx) => {
    const held = () =>
      trx.updateTable('outbox').where('id', '=', entry.id).where('fence', '=', entry.fence).where('state', '=', 'claimed')
    if (outcome.kind === 'sent') {
      const sent = await held()
        .set({ state: 'sent', sent_at: at.getTime(), next_at: null, failing_since: null })
        .executeTakeFirst()
      return sent.numUpdatedRows > 0n
    }
    await engine.lock(trx, `application:${entry.applicationId}`)
    const application = await trx
      .selectFrom('applications')
      .select(['removed_at', 'withdrawn_at'])
      .where('id', '=', entry.applicationId)
      .executeTakeFirst()
    const removed = application !== undefined && application.removed_at !== null && !outlives(entry.topic)
    if (outcome.kind === 'deleted') {
      // Purged: nothing can bring it back. Seen again: the deletion was undone before we came by.
      const state: OutboxState = application === undefined || removed ? 'cancelled' : 'waiting'
      const settled = await held()
        .set({ state, next_at: state === 'waiting' ? at.getTime() : null, revived_as: removed ? 'waiting' : null })
        .executeTakeFirst()
      return settled.numUpdatedRows > 0n
    }
    if (outcome.kind === 'withdrawn') {
      const isWithdrawn = application === undefined || removed || application.withdrawn_at !== null
      const settled = await held()
        .set(isWithdrawn ? { state: 'cancelled', next_at: null } : { state: 'waiting', next_at: at.getTime() })
        .executeTakeFirst()
      return settled.numUpdatedRows > 0n
    }
    const again = outcome.kind === 'failed' ? retryAt?.getTime() : undefined
    const state: OutboxState = again === undefined ? 'parked' : 'waiting'
    const settled = await held()
      .set({
        ...(removed
          ? { state: 'cancelled' as const, next_at: null, revived_as: state }
          : { state, next_at: again ?? null, revived_as: null }),
        last_fault: encodeText(outcome.fault),
        failing_since: sql<number>`coalesce(failing_since, ${at.getTime()})`,
        ...(again === undefined ? {} : { due_at: again }),
      })
      .executeTakeFirst()
    return settled.numUpdatedRows > 0n
  })
