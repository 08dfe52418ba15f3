import { confirmationTime, type SendTime } from '../../../../applications/confirmation-time.ts'
import { isSentByHand } from '../../../../applications/letter-hold.ts'
import { day } from '../../../../shared/dates.ts'
import { sha256 } from '../../../hashes.ts'
import type { CrowdLimit } from '../../outbox-port.ts'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'

/**
 * Reserves the time for sending an entry, within the transaction. An entry that must be sent by hand gets none. Times outlive their application, so that a
 * deletion does not free them.
 * @param emailKey see `emailKey` in row.ts
 * @param crowd undefined for an entry that the admin sends: it does not wait for other addresses
 */
export async function reserveTime(
  engine: Engine,
  trx: Db,
  entryId: string,
  emailKey: string,
  crowd: CrowdLimit | undefined,
  now: Date,
): Promise<SendTime> {
  await engine.lock(trx, 'confirmations')
  const recipient = sha256(emailKey)
  const times = trx.selectFrom('confirmation_times').select('at').where('entry_id', '<>', entryId)
  const own = await times
    .where('recipient', '=', recipient)
    .where('at', '>', now.getTime() - day)
    .orderBy('at')
    .execute()
  const all =
    crowd &&
    (await times
      // Earlier ones are outside the period.
      .where('at', '>', now.getTime() - crowd.periodMs)
      .orderBy('at', 'desc')
      .offset(crowd.count - 1)
      .limit(1)
      .executeTakeFirst())
  const time = confirmationTime(
    { own: own.map(({ at }) => new Date(at)), crowd: all && new Date(all.at) },
    now,
    crowd?.periodMs ?? 0,
  )
  if (!isSentByHand({ dueAt: time.at })) {
    const at = time.at.getTime()
    await trx
      .insertInto('confirmation_times')
      .values({ entry_id: entryId, recipient, at })
      .onConflict((conflict) => conflict.column('entry_id').doUpdateSet({ at }))
      .execute()
  }
  return time
}

/** See outbox-port.ts. A reserved time that has come stays. */
export const timeOf = (engine: Engine, entryId: string, emailKey: string, crowd: CrowdLimit, now: Date): Promise<SendTime> =>
  engine.write(async (trx) => {
    const reserved = await trx
      .selectFrom('confirmation_times')
      .select('at')
      .where('entry_id', '=', encodeText(entryId))
      .executeTakeFirst()
    if (reserved !== undefined && reserved.at <= now.getTime()) return { at: now, why: '' }
    return reserveTime(engine, trx, encodeText(entryId), emailKey, crowd, now)
  })
