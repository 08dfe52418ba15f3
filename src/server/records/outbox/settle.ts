import { sql } from 'kysely'
import { isTemplateLetter, type OutboxEntry, type OutboxState, type Outcome, outlives } from '../../../applications/outbox.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import { isListed } from '../applications/row.ts'

/** The application of an entry; undefined when it is purged. */
type Owner = { readonly removed_at: number | null; readonly is_listed: boolean } | undefined

const cancelled = { state: 'cancelled', next_at: null } as const

/** The columns of an entry whose provider was not called. */
function unattempted(
  outcome: Exclude<Outcome, { kind: 'sent' | 'failed' | 'refused' }>,
  owner: Owner,
  removed: boolean,
  at: Date,
) {
  switch (outcome.kind) {
    case 'deleted': {
      // Undefined: the application is purged, so no undo is possible. Not removed: the deletion was undone meanwhile.
      if (owner === undefined) return cancelled
      return removed ? { ...cancelled, revived_as: 'waiting' as const } : { state: 'waiting' as const, next_at: at.getTime() }
    }
    case 'ended':
      return owner?.is_listed ? { state: 'waiting' as const, next_at: at.getTime() } : cancelled
    case 'obsolete':
      return cancelled
    case 'postponed': {
      const until = outcome.until.getTime()
      const waiting = { due_at: until, attempts: sql<number>`attempts - 1`, last_fault: encodeText(outcome.why) }
      return removed
        ? { ...waiting, ...cancelled, revived_as: 'waiting' as const }
        : { ...waiting, state: 'waiting' as const, next_at: until }
    }
  }
}

/** The columns of an entry that failed or was refused. */
function failed(fault: string, retryAt: number | undefined, removed: boolean, at: Date) {
  const state: OutboxState = retryAt === undefined ? 'parked' : 'waiting'
  return {
    ...(removed ? { ...cancelled, revived_as: state } : { state, next_at: retryAt ?? null, revived_as: null }),
    last_fault: encodeText(fault),
    failing_since: sql<number>`coalesce(failing_since, ${at.getTime()})`,
    ...(retryAt !== undefined && { due_at: retryAt }),
  }
}

async function markSent(db: Db, { id, fence }: OutboxEntry, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update outbox
      set state = 'sent', sent_at = ${at.getTime()}, next_at = null, failing_since = null
      where id = ${id} and fence = ${fence} and state = 'claimed'`.execute(db)
  return numAffectedRows > 0n
}

/** Cancels the confirmation of an application that waits. A parked one stays: it says that the address was not reached. */
async function cancelConfirmation(trx: Db, applicationId: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set(cancelled)
    .where('application_id', '=', applicationId)
    .where('letter', '=', 'confirmation')
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Settles the most frequent outcome with one statement, which is durable before the next letter is handed over. Any other letter about an application makes its
 * confirmation needless, which is cancelled in the same transaction.
 */
const settleSent = (engine: Engine, entry: OutboxEntry, at: Date): Promise<boolean> =>
  isTemplateLetter(entry) && entry.payload.letter !== 'confirmation'
    ? engine.write(async (trx) => {
        await engine.lock(trx, `application:${entry.applicationId}`)
        const isSettled = await markSent(trx, entry, at)
        if (isSettled) await cancelConfirmation(trx, encodeText(entry.applicationId))
        return isSettled
      })
    : engine.writeOne((db) => markSent(db, entry, at))

/** Settles all other outcomes. A failed entry whose application was deleted meanwhile is cancelled, as the deletion cancels waiting entries. */
const settleOther = (
  engine: Engine,
  entry: OutboxEntry,
  outcome: Exclude<Outcome, { kind: 'sent' }>,
  at: Date,
  retryAt: Date | undefined,
): Promise<boolean> =>
  engine.write(async (trx) => {
    await engine.lock(trx, `application:${entry.applicationId}`)
    const owner = await trx
      .selectFrom('applications')
      .select(['removed_at', isListed.as('is_listed')])
      .where('id', '=', entry.applicationId)
      .executeTakeFirst()
    const removed = owner !== undefined && owner.removed_at !== null && !outlives(entry.topic)
    const next =
      outcome.kind === 'failed' || outcome.kind === 'refused'
        ? failed(outcome.fault, outcome.kind === 'failed' ? retryAt?.getTime() : undefined, removed, at)
        : unattempted(outcome, owner, removed, at)
    const settled = await trx
      .updateTable('outbox')
      .set(next)
      .where('id', '=', entry.id)
      .where('fence', '=', entry.fence)
      .where('state', '=', 'claimed')
      .executeTakeFirst()
    return settled.numUpdatedRows > 0n
  })

export const settle = (
  engine: Engine,
  entry: OutboxEntry,
  outcome: Outcome,
  at: Date,
  retryAt: Date | undefined,
): Promise<boolean> =>
  outcome.kind === 'sent' ? settleSent(engine, entry, at) : settleOther(engine, entry, outcome, at, retryAt)
