import type { Engine } from '../../database/engine.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import type { Passkeys, Refusals } from './port.ts'

export const passkeys = (engine: Engine): Passkeys => ({
  list: async (email) => {
    const rows = await engine.read
      .selectFrom('passkeys')
      .selectAll()
      .where('email', '=', encodeText(email.toLowerCase()))
      .orderBy('created_at')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: decodeText(row.name),
      publicKey: row.public_key,
      counter: row.counter,
      createdAt: new Date(row.created_at),
      usedAt: row.used_at === null ? undefined : new Date(row.used_at),
    }))
  },
  add: (email, { id, name, publicKey, counter, createdAt }) =>
    engine.write(async (trx) => {
      const added = await trx
        .insertInto('passkeys')
        .values({
          id,
          email: encodeText(email.toLowerCase()),
          name: encodeText(name),
          public_key: publicKey,
          counter,
          created_at: createdAt.getTime(),
          used_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    }),
  use: (id, counter, now) =>
    engine.write(async (trx) => {
      const used = await trx
        .updateTable('passkeys')
        .set({ counter, used_at: now.getTime() })
        .where('id', '=', encodeText(id))
        .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
        .returning('id')
        .executeTakeFirst()
      return used !== undefined
    }),
  remove: (email, id) =>
    engine.write(async (trx) => {
      await trx
        .deleteFrom('passkeys')
        .where('email', '=', encodeText(email.toLowerCase()))
        .where('id', '=', encodeText(id))
        .execute()
    }),
})

export const refusals = (engine: Engine): Refusals => ({
  add: (at, count) =>
    engine.write(async (trx) => {
      const minute = at.getTime() - (at.getTime() % 60_000)
      await trx
        .insertInto('refusals')
        .values({ minute, n: count })
        .onConflict((conflict) => conflict.column('minute').doUpdateSet((eb) => ({ n: eb('refusals.n', '+', count) })))
        .execute()
    }),
  since: async (moment) => {
    const { n } = await engine.read
      .selectFrom('refusals')
      .select((eb) => eb.fn.sum<number | null>('n').as('n'))
      .where('minute', '>', moment.getTime() - 60_000)
      .executeTakeFirstOrThrow()
    return Number(n ?? 0)
  },
})
