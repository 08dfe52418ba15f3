import { sha256 } from '../../hashes.ts'
import { maxSharedDrafts, type SharedDrafts } from '../port.ts'
import type { Engine } from './engine.ts'

/** See port.ts. */
export const sharedDrafts = (engine: Engine): SharedDrafts => ({
  get: async (id) => {
    const row = await engine.read
      .selectFrom('shared_drafts')
      .select(['revision', 'sealed'])
      .where('id_hash', '=', sha256(id))
      .executeTakeFirst()
    return row && { revision: row.revision, sealed: new Uint8Array(row.sealed) }
  },
  put: (id, sealed, revision, now) =>
    engine.write(async (trx) => {
      const row = { revision: revision + 1, sealed, saved_at: now.getTime() }
      const id_hash = sha256(id)
      if (revision > 0) {
        const changed = await trx
          .updateTable('shared_drafts')
          .set(row)
          .where('id_hash', '=', id_hash)
          .where('revision', '=', revision)
          .executeTakeFirst()
        if (changed.numUpdatedRows === 1n) return 'saved'
        const other = await trx.selectFrom('shared_drafts').select('revision').where('id_hash', '=', id_hash).executeTakeFirst()
        return other === undefined ? 'missing' : 'stale'
      }
      const { n } = await trx
        .selectFrom('shared_drafts')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      if (Number(n) >= maxSharedDrafts) return 'full'
      const inserted = await trx
        .insertInto('shared_drafts')
        .values({ id_hash, ...row })
        .onConflict((conflict) => conflict.column('id_hash').doNothing())
        .executeTakeFirst()
      return inserted.numInsertedOrUpdatedRows === 1n ? 'saved' : 'stale'
    }),
  remove: (id) =>
    engine.write(async (trx) => {
      await trx.deleteFrom('shared_drafts').where('id_hash', '=', sha256(id)).execute()
    }),
})
