import { sql } from 'kysely'
import { sha256 } from '../../crypto/hashes.ts'
import { freeRepeats, type Limits } from '../limits.ts'
import type { Db } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import { untilNoConflict } from './fault.ts'

type Verdict = Awaited<ReturnType<Limits['hit']>>

interface Hit {
  readonly key: string
  readonly points: number
  readonly windowMs: number
  readonly at: number
  readonly cost: number
  /** The key that counts the repeats of the request. */
  readonly repeats?: string
  readonly resolve: (verdict: Verdict) => void
  readonly reject: (error: unknown) => void
}

interface Window {
  readonly hits: number
  readonly resets_at: number
}

/** The limit of hits that are counted in one transaction. */
const maxBatch = 128

/**
 * Counts hits under the keys that `keyOf` returns, in one statement and in the order of the keys, so that two transactions cannot deadlock. Other
 * transactions that count under one of the keys wait until this one ends.
 * @returns the window of each hit, including the hit
 */
async function count(
  db: Db,
  hits: readonly Hit[],
  keyOf: (hit: Hit) => string,
  costOf: (hit: Hit) => number,
): Promise<ReadonlyMap<Hit, Window>> {
  const byKey = Map.groupBy(hits, keyOf)
  const keys = [...byKey.keys()].sort()
  const ends = keys.map((key) => Math.max(...(byKey.get(key) ?? []).map(({ at, windowMs }) => at + windowMs)))
  const numbers = keys.map((key) => (byKey.get(key) ?? []).reduce((sum, hit) => sum + costOf(hit), 0))
  const at = Math.max(...hits.map((hit) => hit.at))
  const { rows } = await sql<Window & { key: string }>`
    insert into limits as l (key, hits, resets_at)
    select * from unnest(${sql.val(keys)}::text[], ${sql.val(numbers)}::integer[], ${sql.val(ends)}::bigint[])
    on conflict (key) do update set
      hits = case when l.resets_at <= ${at} then excluded.hits else l.hits + excluded.hits end,
      resets_at = case when l.resets_at <= ${at} then excluded.resets_at else l.resets_at end
    returning key, hits, resets_at`.execute(db)
  return new Map(
    rows.flatMap(({ key, hits: last, resets_at }) => {
      const counted = byKey.get(key) ?? []
      let taken = last - counted.reduce((sum, hit) => sum + costOf(hit), 0)
      return counted.map((hit): [Hit, Window] => {
        taken += costOf(hit)
        return [hit, { hits: taken, resets_at }]
      })
    }),
  )
}

/** The oldest hits. Of repeats of one request only the first, because the others need its verdict. */
function takeBatch(waiting: Hit[]): readonly Hit[] {
  const taken = new Set<string>()
  const batch: Hit[] = []
  const later: Hit[] = []
  for (const hit of waiting.splice(0)) {
    const isFirst = hit.repeats === undefined || !taken.has(hit.repeats)
    if (batch.length < maxBatch && isFirst) batch.push(hit)
    else later.push(hit)
    if (hit.repeats !== undefined) taken.add(hit.repeats)
  }
  waiting.push(...later)
  return batch
}

/** The key under which the repeats of a request are counted: a hash, because its parts can be long. */
const repeatKey = (key: string, requestId: string): string => `same:${sha256(JSON.stringify([key, requestId]))}`

/** Counts hits of different requests. Their repeat keys come first, so that concurrent repeats on other nodes wait for the verdict of the first. */
async function judge(db: Db, hits: readonly Hit[]): Promise<ReadonlyMap<Hit, Verdict>> {
  const named = hits.filter(({ repeats }) => repeats !== undefined)
  const repeated =
    named.length === 0
      ? undefined
      : await count(
          db,
          named,
          ({ repeats }) => repeats ?? '',
          () => 1,
        )
  const isFree = (hit: Hit): boolean => {
    const before = (repeated?.get(hit)?.hits ?? 1) - 1
    return before > 0 && before <= freeRepeats
  }
  const counted = hits.filter((hit) => !isFree(hit))
  const windows =
    counted.length === 0
      ? undefined
      : await count(
          db,
          counted,
          ({ key }) => encodeText(key),
          ({ cost }) => cost,
        )
  const verdicts = new Map(
    hits.map((hit): [Hit, Verdict] => {
      const window = windows?.get(hit)
      if (window === undefined) return [hit, { allowed: true, retryAfterMs: 0, hits: 0 }]
      const { hits, resets_at } = window
      return hits <= hit.points
        ? [hit, { allowed: true, retryAfterMs: 0, hits }]
        : [hit, { allowed: false, retryAfterMs: resets_at - hit.at, hits }]
    }),
  )
  const refused = named.flatMap((hit) => (verdicts.get(hit)?.allowed === false ? [hit.repeats ?? ''] : []))
  if (refused.length > 0) await sql`delete from limits where key = any(${sql.val(refused)}::text[])`.execute(db)
  return verdicts
}

/**
 * Limits that all nodes count together, in an unlogged table, which needs no sync and is empty after a crash. Hits that arrive while others are being
 * counted are counted in one batch: counted singly, those of one client would wait for each other's locks.
 */
export const limitsIn = (db: Db): Limits => {
  const waiting: Hit[] = []
  let isRunning = false
  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) {
      const hits = takeBatch(waiting)
      try {
        const verdicts = await untilNoConflict(() => db.transaction().execute((trx) => judge(trx, hits)))
        for (const hit of hits) hit.resolve(verdicts.get(hit) as Verdict)
      } catch (error) {
        for (const { reject } of hits) reject(error)
      }
    }
    isRunning = false
  }
  return {
    hit: (key, points, windowMs, now, requestId, cost = 1) =>
      new Promise((resolve, reject) => {
        const repeats = requestId === undefined ? undefined : repeatKey(key, requestId)
        waiting.push({ key, points, windowMs, at: now.getTime(), cost, repeats, resolve, reject })
        setImmediate(run)
      }),
    takeBack: async (key, _now, requestId) => {
      if (requestId !== undefined) await sql`delete from limits where key = ${repeatKey(key, requestId)}`.execute(db)
      await sql`update limits set hits = hits - 1 where key = ${encodeText(key)} and hits > 0`.execute(db)
    },
  }
}
