import type { Compilable } from 'kysely'
import type { HistoryEntry } from '../../../../applications/history.ts'
import type { OutboxDraft } from '../../../../applications/outbox.ts'
import { newId } from '../../../../shared/ids.ts'
import type { Db } from '../engine.ts'
import { encodeText } from '../text-encoding.ts'

/** Cancels entries, so far as they are not on their way or gone; the ids of those that it cancelled. */
export async function cancelOutboxEntries(trx: Db, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const cancelled = await trx
    .updateTable('outbox')
    .set({ state: 'cancelled', next_at: null })
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'parked'])
    .returning('id')
    .execute()
  return cancelled.map(({ id }) => id)
}

/**
 * Cancels what drafts are to take the place of, and returns the drafts that can be queued: one whose earlier entry is being sent at this moment, or
 * has been, is not needed.
 */
export async function cancelReplaced(trx: Db, drafts: readonly OutboxDraft[]): Promise<readonly OutboxDraft[]> {
  const earlier = drafts.flatMap(({ replaces }) => (replaces === undefined ? [] : [encodeText(replaces)]))
  if (earlier.length === 0) return drafts
  const cancelled = await cancelOutboxEntries(trx, earlier)
  return drafts.filter(({ replaces }) => replaces === undefined || cancelled.includes(encodeText(replaces)))
}

/** What queues the messages of a change. A key that is queued already is passed over. */
export function insertOutboxEntries(trx: Db, drafts: readonly OutboxDraft[], revision: number, at: Date): readonly Compilable[] {
  if (drafts.length === 0) return []
  // In the order in which they were drafted, also within one millisecond.
  const ids = drafts.map(() => newId(at)).sort()
  const queue = trx
    .insertInto('outbox')
    .values(
      drafts.map((entry, index) => ({
        id: ids[index] ?? newId(at),
        topic: entry.topic,
        payload: JSON.stringify(entry.payload),
        key: encodeText(entry.key),
        application_id: entry.applicationId,
        revision,
        state: 'waiting' as const,
        due_at: entry.dueAt.getTime(),
        next_at: entry.dueAt.getTime(),
        attempts: 0,
        fence: 0,
        created_at: at.getTime(),
        sent_at: null,
        last_fault: '',
        failing_since: null,
        revived_as: null,
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
  return [queue]
}

/** What writes down what happened, under the revision that it led to. */
export const insertHistory = (trx: Db, id: string, revision: number, entry: HistoryEntry): Compilable =>
  trx.insertInto('history').values({
    application_id: id,
    revision,
    at: entry.at.getTime(),
    by: encodeText(entry.by),
    event: JSON.stringify(entry.event),
  })
