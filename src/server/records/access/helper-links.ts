import type { Insertable, Selectable } from 'kysely'
import { day, minute } from '../../../shared/dates.ts'
import type { Engine } from '../../database/engine.ts'
import type { CarriedOver } from '../../database/stored.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import type { HelperLink, HelperLinks, LinkMail } from './port.ts'

const moment = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
const ms = (at: Date | null): number | null => at?.getTime() ?? null

export const toLink = (row: Selectable<Tables['helper_links']>): HelperLink => ({
  id: row.id,
  right: row.opens as HelperLink['right'],
  scope: row.scope,
  title: decodeText(row.title),
  name: decodeText(row.name),
  email: decodeText(row.email),
  generation: row.generation,
  secretHash: row.secret_hash,
  createdAt: new Date(row.created_at),
  until: new Date(row.until),
  usedAt: moment(row.used_at),
  seenAt: moment(row.seen_at),
  endedAt: moment(row.ended_at),
})

const toRow = (link: HelperLink): Insertable<Tables['helper_links']> => ({
  id: link.id,
  opens: link.right,
  scope: link.scope,
  title: encodeText(link.title),
  name: encodeText(link.name),
  email: encodeText(link.email),
  generation: link.generation,
  secret_hash: link.secretHash,
  created_at: link.createdAt.getTime(),
  until: link.until.getTime(),
  used_at: ms(link.usedAt),
  seen_at: ms(link.seenAt),
  ended_at: ms(link.endedAt),
})

const queueMail = (engine: Engine, trx: Db, { drafts, at }: LinkMail) =>
  engine.together(trx, insertOutboxEntries(engine, drafts, 0, at))

/** Inserts links, and queues their mail, in the transaction of what they are for. */
export async function addHelperLinks(engine: Engine, trx: Db, links: readonly HelperLink[], mail?: LinkMail): Promise<void> {
  if (links.length > 0) await trx.insertInto('helper_links').values(links.map(toRow)).execute()
  if (mail !== undefined) await queueMail(engine, trx, mail)
}

const end = (engine: Engine, id: string, at: Date): Promise<boolean> =>
  engine.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('helper_links')
      .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(at.getTime())) }))
      .where('id', '=', encodeText(id))
      .executeTakeFirst()
    await trx.deleteFrom('helper_sessions').where('link_id', '=', encodeText(id)).execute()
    return numUpdatedRows > 0n
  })

const exchange = (
  engine: Engine,
  { id, generation }: Pick<HelperLink, 'id' | 'generation'>,
  credentialHash: string,
  at: Date,
): Promise<boolean> =>
  engine.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('helper_links')
      .set({ used_at: at.getTime(), seen_at: at.getTime() })
      .where('id', '=', encodeText(id))
      .where('generation', '=', generation)
      .where('used_at', 'is', null)
      .where('ended_at', 'is', null)
      .where('until', '>', at.getTime())
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx
      .insertInto('helper_sessions')
      .values({ credential_hash: credentialHash, link_id: id, created_at: at.getTime() })
      .execute()
    return true
  })

export const helperLinks = (engine: Engine): HelperLinks => ({
  add: (links, mail) => engine.write((trx) => addHelperLinks(engine, trx, links, mail)),
  all: async () =>
    (await engine.read.selectFrom('helper_links').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(
      toLink,
    ),
  byId: async (id) => {
    const row = await engine.read.selectFrom('helper_links').selectAll().where('id', '=', encodeText(id)).executeTakeFirst()
    return row && toLink(row)
  },
  renew: ({ id, generation, endedAt }, secretHash, mail) =>
    engine.write(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('helper_links')
        .set({ generation: generation + 1, secret_hash: secretHash, used_at: null, ended_at: null })
        .where('id', '=', encodeText(id))
        .where('generation', '=', generation)
        .where('ended_at', endedAt === null ? 'is' : 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n && mail !== undefined) await queueMail(engine, trx, mail)
      return numUpdatedRows === 1n
    }),
  end: (id, at) => end(engine, id, at),
  extend: (id, until) =>
    engine.writeOne(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('helper_links')
        .set({ until: until.getTime() })
        .where('id', '=', encodeText(id))
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }),
  see: async ({ id, seenAt }, at) => {
    if (seenAt !== null && Math.abs(at.getTime() - seenAt.getTime()) < minute) return
    await engine.writeOne(async (db) => {
      await db.updateTable('helper_links').set({ seen_at: at.getTime() }).where('id', '=', encodeText(id)).execute()
    })
  },
  exchange: (...of) => exchange(engine, ...of),
  ofSession: async (credentialHash) => {
    const row = await engine.read
      .selectFrom('helper_sessions')
      .innerJoin('helper_links', 'helper_links.id', 'helper_sessions.link_id')
      .selectAll('helper_links')
      .where('credential_hash', '=', encodeText(credentialHash))
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return row && toLink(row)
  },
  endSession: (credentialHash) =>
    engine.write(async (trx) => {
      await trx.deleteFrom('helper_sessions').where('credential_hash', '=', encodeText(credentialHash)).execute()
    }),
})

/** The hashes of the secrets of all links that were not ended. */
const openSecrets = async (db: Db): Promise<readonly string[]> =>
  (await db.selectFrom('helper_links').select('secret_hash').where('ended_at', 'is', null).execute()).map(
    ({ secret_hash }) => secret_hash,
  )

/** Links that were ended or replaced after a backup do not come back with its restore, and neither does a session: it may have been ended since. */
export async function carriedOverLinks(db: Db): Promise<CarriedOver> {
  const secrets = await openSecrets(db)
  return {
    ids: secrets,
    apply: (engine, at) =>
      engine.write(async (trx) => {
        await trx.deleteFrom('helper_sessions').execute()
        const ended = (await openSecrets(trx)).filter((secret) => !secrets.includes(secret))
        if (ended.length > 0)
          await trx.updateTable('helper_links').set({ ended_at: at.getTime() }).where('secret_hash', 'in', ended).execute()
      }),
  }
}

/** How long the name and the address of a former helper are kept. Those of a committee go with their round. */
const keptMs = 90 * day

/** Deletes the links of helpers that were over long ago. */
export async function deleteOldLinks(trx: Db, now: Date): Promise<void> {
  const before = now.getTime() - keptMs
  await trx
    .deleteFrom('helper_links')
    .where('scope', '=', '')
    .where((eb) => eb.or([eb('until', '<=', before), eb('ended_at', '<=', before)]))
    .execute()
}
