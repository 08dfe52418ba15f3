import type { Engine } from '../database/engine.ts'
import { encodeText } from '../database/text-encoding.ts'

/** Which private links of an application are valid (decision 0140). */
export interface LinkState {
  /** How many times the owner has ended all links: an owner's link belongs to one generation. */
  readonly generation: number
  /** When an owner's link was first opened; null before. */
  readonly openedAt: Date | null
}

/** The states of private links. They are no changes of an application: its revision stays. */
export interface LinkStates {
  /** The first state for an application that is not stored. */
  get(applicationId: string): Promise<LinkState>
  /** Records that an owner's link was opened, unless one was opened before. */
  open(applicationId: string, at: Date): Promise<void>
  /** Begins the next generation, if `generation` is the current one. @returns whether it did */
  renew(applicationId: string, generation: number, at: Date): Promise<boolean>
}

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
