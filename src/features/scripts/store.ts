import type { Selectable } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { CarriedOver } from '../../server/database/stored.ts'
import type { Db, Tables } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import { keepSetting, readSetting } from '../../server/records/outbox/restored.ts'
import { replaceRows } from '../../server/storage/rows.ts'
import { minute } from '../../shared/dates.ts'
import { webhookKey } from './webhook.ts'

/** A token with which a program of the admin reads. */
interface ScriptToken {
  readonly id: string
  /** The name that the admin gave it. */
  readonly name: string
  /** The SHA-256 of the token. */
  readonly hash: string
  readonly createdAt: Date
  /** To the minute. */
  readonly usedAt: Date | undefined
}

/** The tokens of the admin's own programs. */
export interface ScriptTokens {
  /** The tokens of `email`, oldest first. */
  list(email: string): Promise<readonly ScriptToken[]>
  /** Inserts a token. @returns false when `email` has `max` already */
  add(email: string, token: Omit<ScriptToken, 'usedAt'>, max: number): Promise<boolean>
  /** The token of `email` with this hash. */
  find(email: string, hash: string): Promise<ScriptToken | undefined>
  /** Stores a use, once a minute at most. */
  use(token: ScriptToken, now: Date): Promise<void>
  /** @returns false when `email` has no such token */
  remove(email: string, id: string): Promise<boolean>
}

const toToken = (row: Selectable<Tables['script_tokens']>): ScriptToken => ({
  id: row.id,
  name: decodeText(row.name),
  hash: row.hash,
  createdAt: new Date(row.created_at),
  usedAt: row.used_at === null ? undefined : new Date(row.used_at),
})

const ofAdmin = (db: Db, email: string) =>
  db.selectFrom('script_tokens').selectAll().where('email', '=', encodeText(email.toLowerCase()))

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

/** A token that was ended after a backup does not come back with its restore, and a webhook that was ended or sent elsewhere is not called again. */
export async function carriedOver(db: Db): Promise<CarriedOver> {
  const tokens = await db.selectFrom('script_tokens').selectAll().execute()
  const webhook = await readSetting(db, webhookKey)
  return {
    ids: tokens.map(({ id }) => id),
    async apply(engine) {
      await engine.write((trx) => replaceRows(trx, 'script_tokens', tokens))
      if (webhook !== undefined) await keepSetting(engine, webhook)
    },
  }
}
