import { maxCompared, waitOf, waits } from '../../../applications/mail-budget.ts'
import type { Turn } from '../../../applications/outbox.ts'
import { after, day, hour } from '../../../shared/dates.ts'
import { sha256 } from '../../crypto/hashes.ts'
import type { Engine } from '../../database/engine.ts'
import { storedByFeatures } from '../../database/stored.ts'
import type { Db } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import { emailKey } from '../applications/row.ts'
import type { StrangersMail } from './port.ts'

/** See port.ts. A press in a letter about any application of the address counts, and what features know of it. */
export async function isProven(db: Db, key: string): Promise<boolean> {
  const pressed = await db
    .selectFrom('applications')
    .select('id')
    .where('email_key', '=', key)
    .where('proven_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (pressed !== undefined) return true
  for (const { addresses } of storedByFeatures) if ((await addresses?.find(db, decodeText(key)))?.isProven === true) return true
  return false
}

/** Whether another letter to the address waits for its turn, with news since the last merged one. Only mail waits for that reason. */
const othersWait = async (trx: Db, id: string, key: string, since: number): Promise<boolean> =>
  (await trx
    .selectFrom('outbox')
    .innerJoin('applications', 'applications.id', 'outbox.application_id')
    .select('outbox.id')
    .where('applications.email_key', '=', key)
    .where('applications.removed_at', 'is', null)
    .where('outbox.id', '<>', id)
    .where('outbox.created_at', '>', since)
    .where('outbox.next_at', 'is not', null)
    .where('outbox.last_fault', '=', encodeText(waits.address))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** How many entries of a network wait for their turn, and come before this one. */
async function countAhead(trx: Db, id: string, network: string): Promise<number> {
  const { n } = await trx
    .selectFrom('outbox')
    .leftJoin('mail_times', 'mail_times.entry_id', 'outbox.id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('outbox.next_at', 'is not', null)
    .where('outbox.network', '=', network)
    .where('outbox.id', '<', id)
    .where('mail_times.entry_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** See port.ts. Times outlive their application, so that a deletion does not free them. */
export const turn = (engine: Engine, { entryId, email, letter }: StrangersMail, now: Date): Promise<Turn> =>
  engine.write(async (trx): Promise<Turn> => {
    await engine.lock(trx, 'mail times')
    const [id, key] = [encodeText(entryId), emailKey(email)]
    const had = await trx.selectFrom('mail_times').select('merged').where('entry_id', '=', id).executeTakeFirst()
    if (had !== undefined) return { kind: 'now', merged: had.merged === 1 }
    if (letter?.kind === 'news' && !(await isProven(trx, key))) return { kind: 'needless' }
    const recipient = sha256(key)
    const times = trx
      .selectFrom('mail_times')
      .where('mail_times.at', '>', now.getTime() - day)
      .orderBy('mail_times.at', 'desc')
    const toAddress = await times
      .leftJoin('outbox', 'outbox.id', 'mail_times.entry_id')
      .select(['mail_times.at', 'mail_times.merged', 'outbox.state'])
      .where('recipient', '=', recipient)
      .limit(maxCompared)
      .execute()
    const toldUntil = toAddress.find(({ merged, state }) => merged === 1 && state === 'sent')?.at ?? 0
    if (letter !== undefined && toldUntil >= letter.createdAt.getTime()) return { kind: 'needless' }
    const othersHaveNews = await othersWait(trx, id, key, toldUntil)
    // Letters about applications come first, so that nobody can hold them up by asking for other mail.
    if (letter === undefined && othersHaveNews) return { kind: 'later', at: after(now, hour), why: waits.address }
    const entry = await trx.selectFrom('outbox').select('network').where('id', '=', id).executeTakeFirst()
    const network = entry?.network ?? null
    const fromNetwork =
      network === null ? [] : await times.select('mail_times.at').where('network', '=', network).limit(maxCompared).execute()
    const date = ({ at }: { readonly at: number }): Date => new Date(at)
    const sent = { address: toAddress.map(date), network: fromNetwork.map(date) }
    const wait = waitOf(sent, now)
    if (wait !== undefined) return network === null ? wait : (waitOf(sent, now, await countAhead(trx, id, network)) ?? wait)
    const merged = letter?.kind === 'links' || (letter !== undefined && othersHaveNews)
    await trx
      .insertInto('mail_times')
      .values({ entry_id: id, recipient, network, at: now.getTime(), merged: merged ? 1 : 0 })
      .execute()
    return { kind: 'now', merged }
  })

export const prove = (engine: Engine, applicationId: string, now: Date): Promise<unknown> =>
  engine.write((trx) =>
    trx
      .updateTable('applications')
      .set({ proven_at: now.getTime() })
      .where('id', '=', encodeText(applicationId))
      .where('proven_at', 'is', null)
      .execute(),
  )
