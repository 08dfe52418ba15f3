import { isSentByHand } from '../../../../applications/letter-hold.ts'
import { ownFaults } from '../../../../applications/outbox.ts'
import { morningLetterKey } from '../../port.ts'
import type { Engine } from '../engine.ts'
import type { Db, Tables } from '../tables.ts'

/** The states of letters and morning letters in the database that a restore replaces, by id. */
export type LetterStates = ReadonlyMap<string, Pick<Tables['outbox'], 'state' | 'sent_at'>>

/** Ids per statement. */
const batchSize = 1000

const unsent = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'topic', 'due_at'])
    .where('topic', 'in', ['mail.letter', 'mail.opening', 'mail.digest'])
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
 * them by id. A morning letter is not worth a question: it is sent again, unless the replaced database no longer has it, because it was sent.
 * @param states the states of the letters in the replaced database; undefined when they are unknown
 * @returns how many letters were parked
 */
export const settleRestoredLetters = (engine: Engine, states: LetterStates | undefined): Promise<number> =>
  engine.write(async (trx) => {
    let parked = 0
    for (const { id, topic, due_at } of await unsent(trx)) {
      const present = states?.get(id)
      if (present?.state === 'sent')
        await trx
          .updateTable('outbox')
          .set({ state: 'sent', sent_at: present.sent_at, next_at: null, failing_since: null })
          .where('id', '=', id)
          .execute()
      if (present !== undefined && present.state !== 'cancelled') continue
      if (isSentByHand({ dueAt: new Date(due_at) })) continue
      if (topic === 'mail.digest') {
        if (states !== undefined) await trx.deleteFrom('outbox').where('id', '=', id).execute()
        continue
      }
      await trx
        .updateTable('outbox')
        .set({ state: 'parked', next_at: null, last_fault: ownFaults.restored })
        .where('id', '=', id)
        .execute()
      parked += 1
    }
    return parked
  })

/** The last morning that a database handled: a row of the settings. */
export type LastMorning = Pick<Tables['settings'], 'value' | 'revision'>

/** Reads the last morning; undefined when there was none. */
export const lastMorning = (db: Db): Promise<LastMorning | undefined> =>
  db.selectFrom('settings').select(['value', 'revision']).where('key', '=', morningLetterKey).executeTakeFirst()

/** Makes a restored database continue the morning letters of the replaced one: today's letter is not queued again. */
export const continueMornings = (engine: Engine, last: LastMorning): Promise<void> =>
  engine.write(async (trx) => {
    await trx
      .insertInto('settings')
      .values({ key: morningLetterKey, ...last })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(last))
      .execute()
  })
