import { isSentByHand } from '../../../../applications/letter-hold.ts'
import { ownFaults } from '../../../../applications/outbox.ts'
import type { Engine } from '../engine.ts'
import type { Db, Tables } from '../tables.ts'

/** The states of letters in the database that a restore replaces, by id. */
export type LetterStates = ReadonlyMap<string, Pick<Tables['outbox'], 'state' | 'sent_at'>>

/** Ids per statement. */
const batchSize = 1000

const unsent = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'due_at'])
    .where('topic', 'in', ['mail.letter', 'mail.opening'])
    .where('state', 'in', ['waiting', 'claimed'])
    .execute()

/** The ids of letters that are not sent yet. */
export const unsentLetters = async (db: Db): Promise<readonly string[]> => (await unsent(db)).map(({ id }) => id)

/** The current states of letters. Missing letters are left out. */
export async function letterStates(db: Db, ids: readonly string[]): Promise<LetterStates> {
  const states = new Map<string, Pick<Tables['outbox'], 'state' | 'sent_at'>>()
  for (let from = 0; from < ids.length; from += batchSize) {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'state', 'sent_at'])
      .where('id', 'in', ids.slice(from, from + batchSize))
      .execute()
    for (const { id, ...state } of rows) states.set(id, state)
  }
  return states
}

/**
 * Makes sure that a restored database sends no letter twice. A letter that was sent after the backup is marked as sent. One that also waits in the replaced
 * database keeps waiting. The state of any other is unknown: it is parked, and the desk lists it. Rows may be sent again, because the spreadsheet recognises
 * them by id.
 * @param states the states of the letters in the replaced database
 * @returns how many letters were parked
 */
export const settleRestoredLetters = (engine: Engine, states: LetterStates): Promise<number> =>
  engine.write(async (trx) => {
    let parked = 0
    for (const { id, due_at } of await unsent(trx)) {
      const present = states.get(id)
      if (present?.state === 'sent')
        await trx
          .updateTable('outbox')
          .set({ state: 'sent', sent_at: present.sent_at, next_at: null, failing_since: null })
          .where('id', '=', id)
          .execute()
      if (present !== undefined && present.state !== 'cancelled') continue
      if (isSentByHand({ dueAt: new Date(due_at) })) continue
      await trx
        .updateTable('outbox')
        .set({ state: 'parked', next_at: null, last_fault: ownFaults.restored })
        .where('id', '=', id)
        .execute()
      parked += 1
    }
    return parked
  })
