import type { Compilable } from 'kysely'
import { isStrangers } from '../../../applications/mail-budget.ts'
import type { OutboxDraft } from '../../../applications/outbox.ts'
import { newId } from '../../../shared/ids.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import { networkOf } from '../../networks.ts'

/** Whether all of these entries wait or are parked. */
export async function areCancellable(db: Db, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const present = await db
    .selectFrom('outbox')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'parked'])
    .execute()
  return present.length === ids.length
}

/** Cancels waiting and parked entries; others stay as they are. @returns the ids of the cancelled entries */
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

/** The rows of a change's outbox entries, in the order of their drafts. @param ip the client that caused them; undefined for the desk and for chores */
export function outboxRows(drafts: readonly OutboxDraft[], revision: number, at: Date, ip?: string): readonly Tables['outbox'][] {
  // Sorted, so that the ids of one millisecond are in the order of the drafts.
  const ids = drafts.map(() => newId(at)).sort()
  return drafts.map((entry, index) => ({
    id: ids[index] ?? newId(at),
    topic: entry.topic,
    payload: JSON.stringify(entry.payload),
    key: encodeText(entry.key),
    letter: entry.topic === 'mail.letter' ? entry.payload.letter : entry.topic === 'mail.other' ? entry.payload.mail : null,
    application_id: entry.applicationId,
    revision: entry.revision ?? revision,
    state: 'waiting',
    due_at: entry.dueAt.getTime(),
    next_at: entry.dueAt.getTime(),
    attempts: 0,
    fence: 0,
    created_at: at.getTime(),
    sent_at: null,
    last_fault: '',
    failing_since: null,
    revived_as: null,
    network: ip !== undefined && isStrangers(entry) ? networkOf(ip) : null,
  }))
}

/** The write that inserts a change's outbox entries. An entry whose key exists is skipped. @param ip see `outboxRows` */
export function insertOutboxEntries(
  { insert }: Engine,
  drafts: readonly OutboxDraft[],
  revision: number,
  at: Date,
  ip?: string,
): readonly Compilable[] {
  return drafts.length === 0 ? [] : [insert('outbox', outboxRows(drafts, revision, at, ip), 'on conflict (key) do nothing')]
}
