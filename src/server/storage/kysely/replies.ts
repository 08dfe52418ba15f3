import type { Replies } from '../passcode-port.ts'
import type { Engine } from './engine.ts'
import { keep, kept } from './odd-text.ts'

export const replies = (engine: Engine): Replies => ({
  get: async (key, now) => {
    const row = await engine.read
      .selectFrom('replies')
      .select('reply')
      .where('key', '=', keep(key))
      .where('until', '>', now.getTime())
      .executeTakeFirst()
    return row && kept(row.reply)
  },
  put: (key, reply, until) =>
    engine.write(async (trx) => {
      const row = { reply: keep(reply), until: until.getTime() }
      await trx
        .insertInto('replies')
        .values({ key: keep(key), ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    }),
  claim: (key, reply, now, until) =>
    engine.write(async (trx) => {
      const row = { reply: keep(reply), until: until.getTime() }
      const claimed = await trx
        .insertInto('replies')
        .values({ key: keep(key), ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row).where('replies.until', '<=', now.getTime()))
        .returning('key')
        .executeTakeFirst()
      return claimed !== undefined
    }),
  remove: (key) =>
    engine.write(async (trx) => {
      await trx.deleteFrom('replies').where('key', '=', keep(key)).execute()
    }),
})
