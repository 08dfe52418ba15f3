import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { VisibleQuery } from './query.ts'
import { andAll, type Hit, type Part, parts, type Span, spanConditions } from './word-index.ts'

/** A partition with applications in it, and the times of its oldest and newest submission in milliseconds. */
interface Partition {
  readonly partition: number
  readonly oldest: number
  readonly newest: number
}

/** All partitions, the one with the newest application first. The query takes one index step per partition. */
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
  readonly query: VisibleQuery
  /** See `partitionsOf`. */
  readonly partitions: readonly Partition[]
}

/** Whether every row of a partition is in a range of a part, so that its matches need no further test. */
function isInside({ oldest, newest }: Partition, part: Part, { since, until, dueIn, after }: Span): boolean {
  // The query for due applications has the facet of the pending status, and nothing is due before it is submitted.
  if (part === parts.due)
    return since === undefined && until === undefined && dueIn === undefined && (after === undefined || oldest > after.key)
  if (part.only !== undefined) return false
  return (
    (since === undefined || oldest >= since) &&
    (until === undefined || newest < until) &&
    (after === undefined || newest < after.key)
  )
}

/** The partitions that overlap a range of a part, in the part's order: those completely inside it, and those that it cuts. */
function inSpan(all: readonly Partition[], part: Part, span: Span) {
  const { since = 0, until = Number.MAX_SAFE_INTEGER, after } = span
  const end = part.column === 'submitted_at' ? Math.min(until - 1, after?.key ?? Number.MAX_SAFE_INTEGER) : until - 1
  const touched = all
    .filter(({ oldest, newest }) => newest >= since && oldest <= end)
    .sort((a, b) => compare(part, first(part, a), first(part, b)))
  return {
    inside: touched.filter((partition) => isInside(partition, part, span)),
    cut: touched.filter((partition) => !isInside(partition, part, span)),
  }
}

/** Compares two keys in the order of a part. */
const compare = ({ direction }: Part, a: number, b: number): number => (direction === 'asc' ? a - b : b - a)

/** A bound on the keys of a partition: none of its rows comes before this key in the part. */
function first({ column }: Part, { oldest, newest }: Partition): number {
  if (column === 'due_at') return oldest
  return column === 'submitted_at' ? newest : Number.MAX_SAFE_INTEGER
}

const inOrderOf =
  (part: Part) =>
  (a: Hit, b: Hit): number =>
    compare(part, a.key, b.key) || (a.id < b.id === (part.direction === 'asc') ? -1 : 1)

const numbersOf = (partitions: readonly Partition[]): readonly number[] => partitions.map(({ partition }) => partition)

/** The positions of applications in a part, by `seq`. */
const positionsOf = async ({ read }: Engine, part: Part, seqs: readonly number[]): Promise<readonly Hit[]> => {
  if (seqs.length === 0) return []
  const { rows } = await sql<Hit>`
    select seq, ${sql.ref(part.column)} as "key", id from applications
    where seq in (${sql.join(seqs)}) and removed_at is null ${andAll(spanConditions(part, {}))}`.execute(read)
  return rows
}

/**
 * The first `limit` matches in a range of a part, in its order. Partitions are read in that order until there are enough matches, so that a common word
 * costs as little as a rare one. Partitions overlap when clocks differ, old records were imported, or the order is not that of submission; then every
 * partition that may contain an earlier match is read.
 */
export async function firstMatches(
  engine: Engine,
  { query, partitions }: Search,
  part: Part,
  span: Span,
  limit: number,
): Promise<readonly Hit[]> {
  const { search } = engine
  const { inside, cut } = inSpan(partitions, part, span)
  let hits: readonly Hit[] = []
  const merge = (more: readonly Hit[]): void => {
    hits = [...hits, ...more].sort(inOrderOf(part)).slice(0, limit)
  }
  /** Reads partitions until no other can contain a match before the last one. */
  const readAll = async (some: readonly Partition[], range: Span): Promise<void> => {
    for (const partition of some) {
      const last = hits.length === limit ? hits.at(-1) : undefined
      if (last !== undefined && compare(part, last.key, first(part, partition)) < 0) break
      merge(await search.firstMatches(query, partition.partition, part, range, limit))
    }
  }
  await readAll(cut, span)
  const some = await search.someMatches(query, numbersOf(inside), limit)
  // At the limit, the last partition may have more matches than these.
  const unfinished = some.length < limit ? undefined : some.at(-1)?.partition
  const complete = some.filter(({ partition }) => partition !== unfinished).map(({ seq }) => seq)
  merge(await positionsOf(engine, part, complete))
  const next = unfinished === undefined ? inside.length : inside.findIndex(({ partition }) => partition === unfinished)
  await readAll(inside.slice(next), {})
  return hits
}

/** The number of matches in a range of a part, `limit` at most. */
export async function countMatches(
  engine: Engine,
  { query, partitions }: Search,
  part: Part,
  span: Span,
  limit: number,
): Promise<number> {
  const { inside, cut } = inSpan(partitions, part, span)
  let n = (await engine.search.someMatches(query, numbersOf(inside), limit)).length
  for (const { partition } of cut)
    if (n < limit) n += (await engine.search.firstMatches(query, partition, part, span, limit)).length
  return Math.min(n, limit)
}

/** The number of matches in a range of a part. Yields to the event loop between partitions. */
export async function countAllMatches(engine: Engine, { query, partitions }: Search, part: Part, span: Span): Promise<number> {
  const { inside, cut } = inSpan(partitions, part, span)
  let n = 0
  for (const { partition } of inside) {
    n += (await engine.search.someMatches(query, [partition], Number.MAX_SAFE_INTEGER)).length
    await nextTurn()
  }
  for (const { partition } of cut)
    n += (await engine.search.firstMatches(query, partition, part, span, Number.MAX_SAFE_INTEGER)).length
  return n
}
