import { sql } from 'kysely'
import { sha256 } from '../../server/crypto/hashes.ts'
import type { Engine } from '../../server/database/engine.ts'
import type { Db } from '../../server/database/tables.ts'
import { day } from '../../shared/dates.ts'
import { sharedDraftDays } from './api.ts'

/** The limits of stored shared drafts: in all, and of those that one network began. */
export const sharedDraftLimits = { drafts: 2_000, networkDrafts: 50, networkBytes: 4 * 1024 * 1024 } as const

/** The shared drafts (decision 0143): encrypted bytes that the server cannot read, under an id that only holders of the link know. */
export interface SharedDrafts {
  /** Reads a draft. `lastRead`: the revision that the caller has. With 0 it is a second device, so the draft lives longer from now on. */
  get(id: string, lastRead: number): Promise<{ readonly revision: number; readonly sealed: Uint8Array } | undefined>
  /**
   * Saves a draft over the revision that was read, 0 for a new one of `network`. The saved draft has the next revision.
   * @returns, with nothing written: `stale` when the stored revision is a different one, `missing` when there is none, `full` above a limit
   */
  put(
    id: string,
    sealed: Uint8Array,
    revision: number,
    network: string,
    now: Date,
  ): Promise<'saved' | 'stale' | 'missing' | 'full'>
  remove(id: string): Promise<void>
}

/** Whether a draft of `size` bytes has room beside all otherDrafts, and beside those of its network. */
async function hasRoom(trx: Db, id_hash: string, network: string, size: number): Promise<boolean> {
  const otherDrafts = trx.selectFrom('shared_drafts').where('id_hash', '<>', id_hash)
  const { all } = await otherDrafts.select(({ fn }) => fn.countAll().as('all')).executeTakeFirstOrThrow()
  const own = await otherDrafts.where('network', '=', network).select(sql<number>`length(sealed)`.as('size')).execute()
  const bytes = own.reduce((sum, other) => sum + other.size, size)
  return (
    Number(all) < sharedDraftLimits.drafts &&
    own.length < sharedDraftLimits.networkDrafts &&
    bytes <= sharedDraftLimits.networkBytes
  )
}

export const sharedDrafts = (engine: Engine): SharedDrafts => ({
  get: async (id, lastRead) => {
    const ofDraft = sha256(id)
    const row = await engine.read
      .selectFrom('shared_drafts')
      .select(['revision', 'sealed', 'opened'])
      .where('id_hash', '=', ofDraft)
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (lastRead === 0 && row.opened === 0)
      await engine.write((trx) => trx.updateTable('shared_drafts').set({ opened: 1 }).where('id_hash', '=', ofDraft).execute())
    return { revision: row.revision, sealed: new Uint8Array(row.sealed) }
  },
  put: (id, sealed, revision, network, now) =>
    engine.write(async (trx) => {
      const id_hash = sha256(id)
      // One at a time: otherwise two new drafts could both take the last space, or one revision be replaced twice.
      await engine.lock(trx, 'shared drafts')
      const stored = await trx
        .selectFrom('shared_drafts')
        .select(['revision', 'network'])
        .where('id_hash', '=', id_hash)
        .executeTakeFirst()
      if (stored === undefined && revision > 0) return 'missing'
      if ((stored?.revision ?? 0) !== revision) return 'stale'
      if (!(await hasRoom(trx, id_hash, stored?.network ?? network, sealed.byteLength))) return 'full'
      const row = { revision: revision + 1, sealed, saved_at: now.getTime() }
      await trx
        .insertInto('shared_drafts')
        .values({ id_hash, network, opened: 0, ...row })
        .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(row))
        .execute()
      return 'saved'
    }),
  remove: (id) =>
    engine.write(async (trx) => {
      await trx.deleteFrom('shared_drafts').where('id_hash', '=', sha256(id)).execute()
    }),
})

/** Deletes the drafts that nobody has saved for long. */
export async function sweep(trx: Db, now: Date): Promise<void> {
  for (const [opened, days] of [sharedDraftDays.unopened, sharedDraftDays.opened].entries())
    await trx
      .deleteFrom('shared_drafts')
      .where('opened', '=', opened)
      .where('saved_at', '<=', now.getTime() - days * day)
      .execute()
}
