import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { SearchQuery } from './query.ts'
import type { Hit, Span } from './word-index.ts'

/** A volume that holds something, and the moments between which its applications were submitted. */
export interface Partition {
  readonly partition: number
  readonly oldest: number
  readonly newest: number
}

/** From the one with the newest application to the one with the oldest. One step of an index for each, however many applications there are. */
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

/** What is looked for, and where. */
export interface Search {
  readonly query: SearchQuery
  /** See `volumesOf`. */
  readonly partitions: readonly Partition[]
}

/** Those that may hold something of a span: some lie in it whole, and some in part. */
function inSpan(all: readonly Partition[], { since = 0, until = Number.MAX_SAFE_INTEGER, after }: Span) {
  const end = Math.min(until - 1, after?.submittedAt ?? Number.MAX_SAFE_INTEGER)
  const touched = all.filter(({ oldest, newest }) => newest >= since && oldest <= end)
  const isWhole = ({ oldest, newest }: Partition): boolean =>
    oldest >= since && newest <= end && (after === undefined || newest < after.submittedAt)
  return { whole: touched.filter(isWhole), partly: touched.filter((volume) => !isWhole(volume)) }
}

const newestFirst = (a: Hit, b: Hit): number => b.submitted_at - a.submitted_at || (a.id < b.id ? 1 : -1)

/** Applications of `seqs`, with where they stand in the list. */
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
 * The newest matches in a span, newest first. Volumes are read from the newest on until there are enough, so that a word that most have costs as
 * little as one that few have. Where volumes overlap in time, as when clocks differ or old records were brought in late, all that could hold a newer
 * match are read.
 */
export async function newestMatches(
  engine: Engine,
  { query, partitions: volumes }: Search,
  span: Span,
  most: number,
): Promise<readonly Hit[]> {
  const { search } = engine
  const { whole, partly } = inSpan(volumes, span)
  let hits: readonly Hit[] = []
  const merge = (more: readonly Hit[]): void => {
    hits = [...hits, ...more].sort(newestFirst).slice(0, most)
  }
  for (const { partition: volume } of partly) merge(await search.newestMatches(query, volume, span, most))
  const some = await search.someMatches(
    query,
    whole.map(({ partition: volume }) => volume),
    most,
  )
  // If there were more, the last volume was not read to its end.
  const cut = some.length < most ? undefined : some.at(-1)?.volume
  const sure = some.filter(({ volume }) => volume !== cut).map(({ seq }) => seq)
  merge(await positionsOf(engine, sure))
  const from = cut === undefined ? whole.length : whole.findIndex(({ partition: volume }) => volume === cut)
  for (const { partition: volume, newest } of whole.slice(from)) {
    if (hits.length === most && (hits.at(-1)?.submitted_at ?? 0) > newest) break
    merge(await search.newestMatches(query, volume, {}, most))
  }
  return hits
}

/** How many matches there are in a span, at most `most`. */
export async function countMatches(
  engine: Engine,
  { query, partitions: volumes }: Search,
  span: Span,
  most: number,
): Promise<number> {
  const { whole, partly } = inSpan(volumes, span)
  let n = (
    await engine.search.someMatches(
      query,
      whole.map(({ partition: volume }) => volume),
      most,
    )
  ).length
  for (const { partition: volume } of partly)
    if (n < most) n += (await engine.search.newestMatches(query, volume, span, most)).length
  return Math.min(n, most)
}

/** How many matches there are in a span. Others get their turn between two volumes. */
export async function countAllMatches(engine: Engine, { query, partitions: volumes }: Search, span: Span): Promise<number> {
  const { whole, partly } = inSpan(volumes, span)
  let n = 0
  for (const { partition: volume } of whole) {
    n += (await engine.search.someMatches(query, [volume], Number.MAX_SAFE_INTEGER)).length
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const { partition: volume } of partly)
    n += (await engine.search.newestMatches(query, volume, span, Number.MAX_SAFE_INTEGER)).length
  return n
}
