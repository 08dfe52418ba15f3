import { sql } from 'kysely'
import type { Limits } from '../../port.ts'
import type { Db } from '../engine.ts'
import { keep } from '../odd-text.ts'

/** Limits that all servers on one database count together, in a table that is not logged: it costs no sync, and a crash forgets it. */
export const limitsIn = (db: Db): Limits => ({
  hit: async (key, points, windowMs, now) => {
    const at = now.getTime()
    const { rows } = await sql<{ hits: number; resets_at: number }>`
      insert into limits as l (key, hits, resets_at) values (${keep(key)}, 1, ${at + windowMs})
      on conflict (key) do update set
        hits = case when l.resets_at <= ${at} then 1 else l.hits + 1 end,
        resets_at = case when l.resets_at <= ${at} then excluded.resets_at else l.resets_at end
      returning hits, resets_at`.execute(db)
    const window = rows[0]
    return window === undefined || window.hits <= points
      ? { allowed: true, retryAfterMs: 0 }
      : { allowed: false, retryAfterMs: window.resets_at - at }
  },
})
