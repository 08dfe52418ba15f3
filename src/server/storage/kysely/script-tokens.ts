import type { Selectable } from 'kysely'
import { minute } from '../../../shared/dates.ts'
import type { ScriptToken, ScriptTokens } from '../auth-port.ts'
import type { Engine } from './engine.ts'
import type { Db, Tables } from './tables.ts'
import { decodeText, encodeText } from './text-encoding.ts'

const toToken = (row: Selectable<Tables['script_tokens']>): ScriptToken => ({
  id: row.id,
  name: decodeText(row.name),
  hash: row.hash,
  createdAt: new Date(row.created_at),
  usedAt: row.used_at === null ? undefined : new Date(row.used_at),
})

const ofAdmin = (db: Db, email: string) =>
  db.selectFrom('script_tokens').selectAll().where('email', '=', encodeText(email.toLowerCase()))

/** See auth-port.ts. */
export const scriptTokens = (engine: Engine): ScriptTokens => ({
  list: async (email) => (await ofAdmin(engine.read, email).orderBy('created_at').orderBy('id').execute()).map(toToken),
  add: (email, { id, name, hash, createdAt }, max) =>
    engine.write(async (trx) => {
      await engine.lock(trx, 'script-tokens')
      if ((await ofAdmin(trx, email).execute()).length >= max) return false
      await trx
        .insertInto('script_tokens')
        .values({
          ...{ id, hash, email: encodeText(email.toLowerCase()), name: encodeText(name) },
          ...{ created_at: createdAt.getTime(), used_at: null },
        })
        .execute()
      return true
    }),
  find: async (email, hash) => {
    const row = await ofAdmin(engine.read, email).where('hash', '=', hash).executeTakeFirst()
    return row && toToken(row)
  },
  use: async ({ id, usedAt }, now) => {
    if (usedAt !== undefined && Math.abs(now.getTime() - usedAt.getTime()) < minute) return
    await engine.write(async (trx) => {
      await trx.updateTable('script_tokens').set({ used_at: now.getTime() }).where('id', '=', id).execute()
    })
  },
  remove: (email, id) =>
    engine.write(async (trx) => {
      const removed = await trx
        .deleteFrom('script_tokens')
        .where('email', '=', encodeText(email.toLowerCase()))
        .where('id', '=', encodeText(id))
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    }),
})
