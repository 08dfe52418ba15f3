import type { Selectable } from 'kysely'
import type { Subscription, Subscriptions } from '../subscriptions-port.ts'
import { emailKey } from './applications/row.ts'
import type { Engine } from './engine.ts'
import { outboxRows } from './outbox/insert.ts'
import type { Db, Tables } from './tables.ts'
import { decodeText, encodeText } from './text-encoding.ts'

const fromRow = (row: Selectable<Tables['subscriptions']>): Subscription => ({
  id: row.id,
  email: decodeText(row.email),
  createdAt: new Date(row.created_at),
  confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
})

/** Deletes a subscription with its mail within a unit. Mail that is being sent is left to its worker. */
export async function removeSubscription(trx: Db, column: 'id' | 'email_key', value: string): Promise<boolean> {
  const removed = await trx.deleteFrom('subscriptions').where(column, '=', value).returning('id').executeTakeFirst()
  if (removed === undefined) return false
  await trx
    .deleteFrom('outbox')
    .where('application_id', '=', removed.id)
    .where('topic', '=', 'mail.opening')
    .where('state', '<>', 'claimed')
    .execute()
  return true
}

/** The ids of all subscriptions. */
export const subscriptionIds = async (db: Db): Promise<readonly string[]> =>
  (await db.selectFrom('subscriptions').select('id').execute()).map(({ id }) => id)

/** Deletes the subscriptions of a restored database that the replaced one did not have any more: they got their letter, or were ended, after the backup. */
export const removeEndedSubscriptions = (engine: Engine, present: readonly string[]): Promise<void> =>
  engine.write(async (trx) => {
    const remaining = new Set(present)
    for (const id of await subscriptionIds(trx)) if (!remaining.has(id)) await removeSubscription(trx, 'id', id)
  })

const rowWhere = (db: Db, column: 'id' | 'email_key', value: string) =>
  db.selectFrom('subscriptions').selectAll().where(column, '=', value)

async function add(trx: Db, id: string, email: string, now: Date): Promise<Subscription> {
  const row = { email: encodeText(email), created_at: now.getTime() }
  await trx
    .insertInto('subscriptions')
    .values({ id, email_key: emailKey(email), confirmed_at: null, queued_for: null, ...row })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(row).where('subscriptions.confirmed_at', 'is', null))
    .execute()
  return fromRow(await rowWhere(trx, 'email_key', emailKey(email)).executeTakeFirstOrThrow())
}

async function confirm(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now.getTime())) }))
    .where('id', '=', encodeText(id))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function counts(db: Db): ReturnType<Subscriptions['counts']> {
  const { n, confirmed } = await db
    .selectFrom('subscriptions')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.count<number>('confirmed_at').as('confirmed')])
    .executeTakeFirstOrThrow()
  return { confirmed: Number(confirmed), unconfirmed: Number(n) - Number(confirmed) }
}

async function queueLetters(trx: Db, cohort: string, limit: number, now: Date): Promise<number> {
  const queued = await trx
    .updateTable('subscriptions')
    .set({ queued_for: encodeText(cohort) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where('confirmed_at', 'is not', null)
        .where('queued_for', 'is', null)
        .orderBy('id')
        .limit(limit),
    )
    // Another node may have queued it meanwhile.
    .where('queued_for', 'is', null)
    .returning('id')
    .execute()
  if (queued.length === 0) return 0
  const drafts = queued.map(({ id }) => ({
    topic: 'mail.opening' as const,
    payload: { subscriptionId: id, cohort },
    key: `opening:${id}:${now.getTime()}`,
    applicationId: id,
    dueAt: now,
  }))
  await trx
    .insertInto('outbox')
    .values(outboxRows(drafts, 0, now))
    .execute()
  return queued.length
}

async function waitAgain(db: Db, id: string): Promise<void> {
  await db.updateTable('subscriptions').set({ queued_for: null }).where('id', '=', encodeText(id)).execute()
}

/** See subscriptions-port.ts. In an outbox entry, the id of the subscription is in the column of the application's id. */
export function subscriptions(engine: Engine): Subscriptions {
  const find = async (column: 'id' | 'email_key', value: string): Promise<Subscription | undefined> => {
    const row = await rowWhere(engine.read, column, value).executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    add: (id, email, now) => engine.write((trx) => add(trx, id, email, now)),
    byId: (id) => find('id', encodeText(id)),
    ofAddress: (email) => find('email_key', emailKey(email)),
    confirm: (id, now) => engine.writeOne((db) => confirm(db, id, now)),
    remove: (id) => engine.write((trx) => removeSubscription(trx, 'id', encodeText(id))),
    removeAddress: (email) => engine.write((trx) => removeSubscription(trx, 'email_key', emailKey(email))),
    counts: () => counts(engine.read),
    queueLetters: (cohort, limit, now) => engine.write((trx) => queueLetters(trx, cohort, limit, now)),
    waitAgain: (id) => engine.writeOne((db) => waitAgain(db, id)),
  }
}
