import { sql } from 'kysely'
import { sha256 } from '../../../hashes.ts'
import { freeRepeats, type Limits } from '../../port.ts'
import type { Db } from '../engine.ts'
import { encodeText } from '../text-encoding.ts'

/** Counts one more under `key`; who else counts under it waits until the transaction ends. */
async function count(db: Db, key: string, windowMs: number, at: number): Promise<{ hits: number; resets_at: number }> {
  const { rows } = await sql<{ hits: number; resets_at: number }>`
    insert into limits as l (key, hits, resets_at) values (${key}, 1, ${at + windowMs})
    on conflict (key) do update set
      hits = case when l.resets_at <= ${at} then 1 else l.hits + 1 end,
      resets_at = case when l.resets_at <= ${at} then excluded.resets_at else l.resets_at end
    returning hits, resets_at`.execute(db)
  return rows[0] ?? { hits: 1, resets_at: at + windowMs }
}

/** The key that counts the repeats of a request: a hash, because its parts can be long. */
const repeatKey = (key: string, requestId: string): string => `same:${sha256(JSON.stringify([key, requestId]))}`

const allowed = { allowed: true, retryAfterMs: 0 }

/** Limits that all servers on one database count together, in a table that is not logged: it costs no sync, and a crash forgets it. */
export const limitsIn = (db: Db): Limits => {
  const hit = async (on: Db, key: string, points: number, windowMs: number, at: number) => {
    const window = await count(on, encodeText(key), windowMs, at)
    return window.hits <= points ? allowed : { allowed: false, retryAfterMs: window.resets_at - at }
  }
  return {
    hit: (key, points, windowMs, now, requestId) => {
      const at = now.getTime()
      if (requestId === undefined) return hit(db, key, points, windowMs, at)
      const name = repeatKey(key, requestId)
      // In this order everywhere: repeats that meet wait for the first one's verdict.
      return db.transaction().execute(async (trx) => {
        const repeated = (await count(trx, name, windowMs, at)).hits - 1
        if (repeated > 0 && repeated <= freeRepeats) return allowed
        const verdict = await hit(trx, key, points, windowMs, at)
        if (!verdict.allowed) await trx.deleteFrom('limits').where('key', '=', name).execute()
        return verdict
      })
    },
  }
}
