import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { SeenQuery } from './query.ts'
import type { Hit, Span } from './word-index.ts'

/** A partition with applications in it, and the times of its oldest and newest submission in milliseconds. */
export interface Partition {
  readonly partition: number
  readonly oldest: number
  readonly newest: number
}

/** All partitions, the one with the newest application first. One index step for each, however many applications there are. */
export async function partitionsOf({ read }: Engine): Promise<readonly Partition[]> {
  const { rows } = await sql<Partition>`
    with recursive v (volume) as (
      select max(volume) from applications where removed_at is null
      union all
      select (select max(a.volume) from applications a where a.removed_at is null and a.volume < v.volume) from v where v.volume is not null
    )
    select volume as "partition",
      (select min(a.submitted_at) from applications a where a.removed_at is null and a.volume = v.volume) as oldest,
      (select max(a.submitted_at) from applications a where a.removed_at is null and a.volume = v.volume) as newest
    from v where volume is not null`.execute(read)
  return [...rows].sort((a, b) => b.newest - a.newest || b.partition - a.partition)
}

/** A query, and the partitions that it reads. */
export interface Search {
  readonly query: SeenQuery
  /** See `partitionsOf`. */
  readonly partitions: readonly Partition[]
}

/** The partitions that overlap a span: those that lie inside it, and those that it cuts. */
function inSpan(all: readonly Partition[], { since = 0, until = Number.MAX_SAFE_INTEGER, after }: Span) {
  const end = Math.min(until - 1, after?.submittedAt ?? Number.MAX_SAFE_INTEGER)
  const touched = all.filter(({ oldest, newest }) => newest >= since && oldest <= end)
  const isInside = ({ oldest, newest }: Partition): boolean =>
    oldest >= since && newest <= end && (after === undefined || newest < after.submittedAt)
  return { inside: touched.filter(isInside), cut: touched.filter((partition) => !isInside(partition)) }
}

const newestFirst = (a: Hit, b: Hit): number => b.submitted_at - a.submitted_at || (a.id < b.id ? 1 : -1)

const numbersOf = (partitions: readonly Partition[]): readonly number[] => partitions.map(({ partition }) => partition)

/** The positions of applications in the list, by `seq`. */
const positionsOf = async ({ read }: Engine, seqs: readonly number[]): Promise<readonly Hit[]> =>
  seqs.length === 0
    ? []
    : read
        .selectFrom('applications')
        .select(['seq', 'submitted_at', 'id'])
        .where('seq', 'in', seqs)
        .where('removed_at', 'is', null)
        .execute()

/**
 * The newest matches in a span, newest first, `limit` at most. Partitions are read from the newest on until there are enough, so that a word that
 * most applications have costs as little as one that few have. Where partitions overlap in time, because clocks differ or old records were imported
 * late, every partition that could hold a newer match is read.
 */
export async function newestMatches(
  engine: Engine,
  { query, partitions }: Search,
  span: Span,
  limit: number,
): Promise<readonly Hit[]> {
  const { search } = engine
  const { inside, cut } = inSpan(partitions, span)
  let hits: readonly Hit[] = []
  const merge = (more: readonly Hit[]): void => {
    hits = [...hits, ...more].sort(newestFirst).slice(0, limit)
  }
  for (const { partition } of cut) merge(await search.newestMatches(query, partition, span, limit))
  const some = await search.someMatches(query, numbersOf(inside), limit)
  // At the limit, the last partition may have more matches than these.
  const unfinished = some.length < limit ? undefined : some.at(-1)?.partition
  const complete = some.filter(({ partition }) => partition !== unfinished).map(({ seq }) => seq)
  merge(await positionsOf(engine, complete))
  const next = unfinished === undefined ? inside.length : inside.findIndex(({ partition }) => partition === unfinished)
  for (const { partition, newest } of inside.slice(next)) {
    if (hits.length === limit && (hits.at(-1)?.submitted_at ?? 0) > newest) break
    merge(await search.newestMatches(query, partition, {}, limit))
  }
  return hits
}

/** The number of matches in a span, `limit` at most. */
export async function countMatches(engine: Engine, { query, partitions }: Search, span: Span, limit: number): Promise<number> {
  const { inside, cut } = inSpan(partitions, span)
  let n = (await engine.search.someMatches(query, numbersOf(inside), limit)).length
  for (const { partition } of cut) if (n < limit) n += (await engine.search.newestMatches(query, partition, span, limit)).length
  return Math.min(n, limit)
}

/** The number of matches in a span. Yields to the event loop between partitions. */
export async function countAllMatches(engine: Engine, { query, partitions }: Search, span: Span): Promise<number> {
  const { inside, cut } = inSpan(partitions, span)
  let n = 0
  for (const { partition } of inside) {
    n += (await engine.search.someMatches(query, [partition], Number.MAX_SAFE_INTEGER)).length
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const { partition } of cut)
    n += (await engine.search.newestMatches(query, partition, span, Number.MAX_SAFE_INTEGER)).length
  return n
}
