import type { Engine } from '../../database/engine.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import type { Responses } from './port.ts'

export const responses = (engine: Engine): Responses => ({
  get: async (key, now) => {
    const row = await engine.read
      .selectFrom('replies')
      .select('reply')
      .where('key', '=', encodeText(key))
      .where('until', '>', now.getTime())
      .executeTakeFirst()
    return row && decodeText(row.reply)
  },
  put: (key, response, until) =>
    engine.write(async (trx) => {
      const row = { reply: encodeText(response), until: until.getTime() }
      await trx
        .insertInto('replies')
        .values({ key: encodeText(key), ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    }),
  claim: (key, response, now, until) =>
    engine.write(async (trx) => {
      const row = { reply: encodeText(response), until: until.getTime() }
      const claimed = await trx
        .insertInto('replies')
        .values({ key: encodeText(key), ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row).where('replies.until', '<=', now.getTime()))
        .returning('key')
        .executeTakeFirst()
      return claimed !== undefined
    }),
  remove: (key) =>
    engine.write(async (trx) => {
      await trx.deleteFrom('replies').where('key', '=', encodeText(key)).execute()
    }),
})
