import { isSentByHand } from '../../../applications/letter-hold.ts'
import { ownFaults } from '../../../applications/outbox.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db, Tables } from '../../database/tables.ts'

/** The states of letters and morning letters in the database that a restore replaces, by id. */
export type LetterStates = ReadonlyMap<string, Pick<Tables['outbox'], 'state' | 'sent_at'>>

/** Ids per statement. */
const batchSize = 1000

const unsent = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'letter', 'due_at'])
    .where('topic', 'in', ['mail.letter', 'mail.other'])
    .where('next_at', 'is not', null)
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
    for (const { id, letter, due_at } of await unsent(trx)) {
      const present = states?.get(id)
      if (present?.state === 'sent')
        await trx
          .updateTable('outbox')
          .set({ state: 'sent', sent_at: present.sent_at, next_at: null, failing_since: null })
          .where('id', '=', id)
          .execute()
      if (present !== undefined && present.state !== 'cancelled') continue
      if (isSentByHand({ dueAt: new Date(due_at) })) continue
      if (letter === 'morning') {
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

/** A row of the settings. */
export type Setting = Tables['settings']

/** Reads a setting; undefined when it is not there. */
export const readSetting = (db: Db, key: string): Promise<Setting | undefined> =>
  db.selectFrom('settings').selectAll().where('key', '=', key).executeTakeFirst()

/** Makes a restored database continue with a setting of the replaced one. */
export const keepSetting = (engine: Engine, { key, ...row }: Setting): Promise<void> =>
  engine.write(async (trx) => {
    await trx
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  })
