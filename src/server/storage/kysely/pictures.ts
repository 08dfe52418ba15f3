import { sql } from 'kysely'
import { day } from '../../../shared/dates.ts'
import { maxPictures, type Pictures, unusedPictureDays } from '../pictures-port.ts'
import type { Engine } from './engine.ts'
import type { Db } from './tables.ts'

const bytesOf = (row: { readonly bytes: Uint8Array } | undefined): Uint8Array<ArrayBuffer> | undefined =>
  row && new Uint8Array(row.bytes)

/** See pictures-port.ts. */
export const pictures = (engine: Engine): Pictures => ({
  add: (name, bytes, now) =>
    engine.write(async (trx) => {
      await engine.lock(trx, 'edits')
      const { n } = await trx
        .selectFrom('pictures')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('name', '!=', name)
        .executeTakeFirstOrThrow()
      if (Number(n) >= maxPictures) return 'full'
      await trx
        .insertInto('pictures')
        .values({ name, unused_since: now.getTime(), bytes })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ unused_since: now.getTime() }))
        .execute()
      return 'added'
    }),
  names: async () => {
    const rows = await engine.read.selectFrom('pictures').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  },
  get: async (name) =>
    bytesOf(await engine.read.selectFrom('pictures').select('bytes').where('name', '=', name).executeTakeFirst()),
  published: async (name) =>
    bytesOf(
      await engine.read
        .selectFrom('pictures')
        .select('bytes')
        .where('name', '=', name)
        .where(
          sql<boolean>`exists (select 1 from published_files f join publishes p on p.id = f.publish_id
            where p.revision is not null and f.text like '%' || pictures.name || '%' and not exists (
              select 1 from published_files g join publishes q on q.id = g.publish_id where g.path = f.path and q.revision > p.revision))`,
        )
        .executeTakeFirst(),
    ),
})

const isNamed = sql<boolean>`(exists (select 1 from content_drafts where text like '%' || pictures.name || '%')
  or exists (select 1 from published_files where text like '%' || pictures.name || '%'))`

/** Deletes the pictures that no text has named for `unusedPictureDays`. */
export async function deleteUnused(engine: Engine, trx: Db, now: Date): Promise<void> {
  // A draft that is saved now may name one.
  await engine.lock(trx, 'edits')
  await trx.updateTable('pictures').set({ unused_since: null }).where('unused_since', 'is not', null).where(isNamed).execute()
  await trx
    .deleteFrom('pictures')
    .where('unused_since', '<=', now.getTime() - unusedPictureDays * day)
    .execute()
  await trx
    .updateTable('pictures')
    .set({ unused_since: now.getTime() })
    .where('unused_since', 'is', null)
    .where(sql<boolean>`not ${isNamed}`)
    .execute()
}
