import type { Selectable } from 'kysely'
import type { OutboxDraft } from '../../applications/outbox.ts'
import type { Engine } from '../../server/database/engine.ts'
import type { Addresses, CarriedOver, StoredAddress } from '../../server/database/stored.ts'
import type { Db, Tables } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import { otherMail } from '../../server/mail/other-mail.ts'
import { emailKey } from '../../server/records/applications/row.ts'
import { insertOutboxEntries, outboxRows } from '../../server/records/outbox/insert.ts'
import { day } from '../../shared/dates.ts'

/** An address that gets one letter when the next cohort opens. */
export interface Subscription {
  readonly id: string
  readonly email: string
  /** When it was last requested. */
  readonly createdAt: Date
  /** When the owner of the address confirmed it; null until then. */
  readonly confirmedAt: Date | null
}

/** The link that confirms an address. */
export const openingLink = otherMail<{ readonly subscriptionId: string }>(
  'opening_link',
  'Confirmation of an address for the next cohort',
  'strangers',
)

/** The letter that a cohort is open, such as `Cohort 6`. */
export const openingLetter = otherMail<{ readonly subscriptionId: string; readonly cohort: string }>(
  'opening',
  'The next cohort is open',
)

/** For how many days an unconfirmed address is stored. */
export const unconfirmedDays = 3

/** For how many days a confirmed address is stored at most, when no cohort opens. */
const confirmedDays = 730

/** The subscriptions. Addresses that differ only in case are the same. */
export interface Subscriptions {
  /**
   * Returns the subscription of an address, and adds it under `id` if there is none. A repeat restarts the days of an unconfirmed one. The mail for one that is not
   * confirmed is queued in the same transaction, so that no duration reveals who has confirmed. @param ip the client that caused it
   */
  add(id: string, email: string, now: Date, mail?: (unconfirmed: Subscription) => OutboxDraft, ip?: string): Promise<Subscription>
  byId(id: string): Promise<Subscription | undefined>
  /** Confirms an address. The time of the first confirmation stays. @returns false if there is no such subscription */
  confirm(id: string, now: Date): Promise<boolean>
  /** Deletes a subscription with its mail, except mail that is being sent. @returns false if there is none */
  remove(id: string): Promise<boolean>
  counts(): Promise<{ readonly confirmed: number; readonly unconfirmed: number }>
  /**
   * Queues the letter about an open cohort for confirmed addresses that have none queued, at most `limit`, in one transaction. Each address gets it once,
   * even if several nodes call this.
   * @param cohort such as `Cohort 6`
   * @returns how many were queued
   */
  queueLetters(cohort: string, limit: number, now: Date): Promise<number>
  /** Makes an address wait for the next cohort, because its letter was not sent before the cohort closed. */
  waitAgain(id: string): Promise<void>
}

const fromRow = (row: Selectable<Tables['subscriptions']>): Subscription => ({
  id: row.id,
  email: decodeText(row.email),
  createdAt: new Date(row.created_at),
  confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
})

/** Deletes a subscription with its mail within a unit. Mail that is being sent is left to its worker. */
async function removeSubscription(trx: Db, column: 'id' | 'email_key', value: string): Promise<boolean> {
  const removed = await trx.deleteFrom('subscriptions').where(column, '=', value).returning('id').executeTakeFirst()
  if (removed === undefined) return false
  await trx
    .deleteFrom('outbox')
    .where('application_id', '=', removed.id)
    .where('topic', '=', 'mail.other')
    .where('state', '<>', 'claimed')
    .execute()
  return true
}

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
  const drafts = queued.map(({ id }) =>
    openingLetter.draft({ subscriptionId: id, cohort }, { key: `opening:${id}:${now.getTime()}`, about: id, dueAt: now }),
  )
  await trx
    .insertInto('outbox')
    .values(outboxRows(drafts, 0, now))
    .execute()
  return queued.length
}

async function waitAgain(db: Db, id: string): Promise<void> {
  await db.updateTable('subscriptions').set({ queued_for: null }).where('id', '=', encodeText(id)).execute()
}

/** In an outbox entry, the id of the subscription is in the column of the application's id. */
export function subscriptions(engine: Engine): Subscriptions {
  return {
    add: (id, email, now, mail, ip) =>
      engine.write(async (trx) => {
        const subscription = await add(trx, id, email, now)
        if (mail !== undefined && subscription.confirmedAt === null)
          await engine.together(trx, insertOutboxEntries(engine, [mail(subscription)], 0, now, ip))
        return subscription
      }),
    async byId(id) {
      const row = await rowWhere(engine.read, 'id', encodeText(id)).executeTakeFirst()
      return row && fromRow(row)
    },
    confirm: (id, now) => engine.writeOne((db) => confirm(db, id, now)),
    remove: (id) => engine.write((trx) => removeSubscription(trx, 'id', encodeText(id))),
    counts: () => counts(engine.read),
    queueLetters: (cohort, limit, now) => engine.write((trx) => queueLetters(trx, cohort, limit, now)),
    waitAgain: (id) => engine.writeOne((db) => waitAgain(db, id)),
  }
}

const toStored = (row: Selectable<Tables['subscriptions']>): StoredAddress => ({
  email: decodeText(row.email),
  storedAt: new Date(row.created_at),
  isProven: row.confirmed_at !== null,
  text: `gets one letter when the next cohort opens${row.confirmed_at === null ? '; not confirmed yet' : ''}`,
})

/** The addresses, for what the core knows of a person. */
export const addresses: Addresses = {
  all: async (db) => (await db.selectFrom('subscriptions').selectAll().execute()).map(toStored),
  async find(db, email) {
    const row = await rowWhere(db, 'email_key', emailKey(email)).executeTakeFirst()
    return row && toStored(row)
  },
  remove: (trx, email) => removeSubscription(trx, 'email_key', emailKey(email)),
}

/** A subscription that got its letter, or was ended, after a backup does not come back with its restore. */
export async function carriedOver(db: Db): Promise<CarriedOver> {
  const ids = (await db.selectFrom('subscriptions').select('id').execute()).map(({ id }) => id)
  return {
    ids,
    apply: (engine) =>
      engine.write(async (trx) => {
        const present = new Set(ids)
        for (const { id } of await trx.selectFrom('subscriptions').select('id').execute())
          if (!present.has(id)) await removeSubscription(trx, 'id', id)
      }),
  }
}

/** Deletes subscriptions whose days are over or whose letter was sent, and mail about subscriptions that are gone. */
export async function sweep(trx: Db, now: Date): Promise<void> {
  const ago = (days: number): number => now.getTime() - days * day
  await trx
    .deleteFrom('subscriptions')
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('confirmed_at', 'is', null), eb('created_at', '<=', ago(unconfirmedDays))]),
        eb('confirmed_at', '<=', ago(confirmedDays)),
        // Normally deleted when its letter is sent.
        exists(
          selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.application_id', '=', 'subscriptions.id')
            .where('outbox.state', '=', 'sent')
            .where('outbox.letter', '=', 'opening'),
        ),
      ]),
    )
    .execute()
  // Their last fault can contain the address. Mail that is being sent is left to its worker.
  await trx
    .deleteFrom('outbox')
    .where('letter', 'in', ['opening', 'opening_link'])
    .where('state', 'in', ['waiting', 'parked', 'cancelled'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('subscriptions').select('id').whereRef('subscriptions.id', '=', 'outbox.application_id'))),
    )
    .execute()
}
