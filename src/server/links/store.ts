import type { Engine } from '../database/engine.ts'
import { encodeText } from '../database/text-encoding.ts'
import type { LinkStates } from './port.ts'

export const linkStates = (engine: Engine): LinkStates => ({
  async get(id) {
    const row = await engine.read
      .selectFrom('applications')
      .select(['link_generation', 'owner_opened_at'])
      .where('id', '=', encodeText(id))
      .executeTakeFirst()
    const openedAt = row?.owner_opened_at ?? null
    return { generation: row?.link_generation ?? 0, openedAt: openedAt === null ? null : new Date(openedAt) }
  },
  open: (id, at) =>
    engine.writeOne(async (db) => {
      await db
        .updateTable('applications')
        .set({ owner_opened_at: at.getTime() })
        .where('id', '=', encodeText(id))
        .where('owner_opened_at', 'is', null)
        .execute()
    }),
  renew: (id, generation, at) =>
    engine.writeOne(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('applications')
        .set((eb) => ({
          link_generation: generation + 1,
          owner_opened_at: eb.fn.coalesce('owner_opened_at', eb.val(at.getTime())),
        }))
        .where('id', '=', encodeText(id))
        .where('link_generation', '=', generation)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }),
})
