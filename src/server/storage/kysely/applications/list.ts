import type { Application } from '../../../../applications/application.ts'
import type { ListQuery, Page } from '../../port.ts'
import type { Engine } from '../engine.ts'
import { toSearchQuery } from '../search/asked.ts'
import { countAllMatches, countMatches, newestMatches, partitionsOf, type Search } from '../search/matches.ts'
import { spanConditions } from '../search/span.ts'
import type { Span } from '../search/word-index.ts'
import { sumCounters } from './counters.ts'
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts'
import { columns, emailKey, fromRow } from './row.ts'

/** Matches of a search are counted up to here. */
const mostCounted = 1000

type Filters = Omit<ListQuery, 'cursor' | 'limit'>

const spanOf = ({ since, until }: Filters, after?: Cursor): Span => ({
  since: since?.getTime(),
  until: until?.getTime(),
  after,
})

/** What has these filters and no words is found by the table's own indexes. */
function filtered({ read }: Engine, filters: Filters, after?: Cursor) {
  const { formType, status, email } = filters
  let query = read.selectFrom('applications').where('removed_at', 'is', null)
  if (formType !== undefined) query = query.where('form_type', '=', formType)
  if (status !== undefined) query = query.where('status', '=', status)
  if (email !== undefined) query = query.where('email_key', '=', emailKey(email))
  for (const condition of spanConditions(spanOf(filters, after))) query = query.where(condition)
  return query
}

const capped = (n: number): Pick<Page, 'total' | 'totalCapped'> => ({
  total: Math.min(n, mostCounted),
  totalCapped: n > mostCounted,
})

async function total(engine: Engine, filters: Filters, search: Search | undefined): Promise<Pick<Page, 'total' | 'totalCapped'>> {
  if (search !== undefined) return capped(await countMatches(engine, search, spanOf(filters), mostCounted + 1))
  const ranges = filters.since !== undefined || filters.until !== undefined
  if (!ranges && filters.email === undefined) return { total: await sumCounters(engine.read, filters), totalCapped: false }
  let some = filtered(engine, filters).select('id')
  if (ranges) some = some.limit(mostCounted + 1)
  const { n } = await engine.read
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return ranges ? capped(n) : { total: n, totalCapped: false }
}

/** The records of a page of matches. One that is removed meanwhile is passed over, and the next page begins where this one ended all the same. */
async function matched(engine: Engine, search: Search, filters: Filters, after: Cursor | undefined, limit: number) {
  const hits = await newestMatches(engine, search, spanOf(filters, after), limit + 1)
  const shown = hits.slice(0, limit)
  const last = shown.at(-1)
  const next = hits.length > limit && last !== undefined ? { submittedAt: last.submitted_at, id: last.id } : undefined
  if (shown.length === 0) return { applications: [], next }
  const rows = await engine.read
    .selectFrom('applications')
    .select(columns)
    .where(
      'seq',
      'in',
      shown.map(({ seq }) => seq),
    )
    .where('removed_at', 'is', null)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { applications: rows.map(fromRow), next }
}

async function page(engine: Engine, search: Search | undefined, filters: Filters, after: Cursor | undefined, limit: number) {
  if (search !== undefined) return matched(engine, search, filters, after, limit)
  const rows = await filtered(engine, filters, after)
    .select(columns)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last !== undefined ? { submittedAt: last.submitted_at, id: last.id } : undefined
  return { applications: shown.map(fromRow), next }
}

/** What the index is asked for with these filters; undefined when it is not asked. */
async function searchFor(engine: Engine, filters: Filters): Promise<Search | undefined> {
  const query = toSearchQuery(filters)
  return query === undefined ? undefined : { query, partitions: await partitionsOf(engine) }
}

/** See port.ts. */
export async function list(engine: Engine, { cursor, limit, ...filters }: ListQuery): Promise<Page> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const search = await searchFor(engine, filters)
  // A search whose first page is its last has counted itself.
  if (search !== undefined && after === undefined) {
    const { applications, next } = await page(engine, search, filters, after, limit)
    const counts = next === undefined ? capped(applications.length) : await total(engine, filters, search)
    return { applications, nextCursor: next && encodeCursor(next), ...counts }
  }
  const [{ applications, next }, counts] = await Promise.all([
    page(engine, search, filters, after, limit),
    total(engine, filters, search),
  ])
  return { applications, nextCursor: next && encodeCursor(next), ...counts }
}

/** See port.ts. */
export async function* all(engine: Engine, { cursor, limit, ...filters }: ListQuery): AsyncIterable<Application> {
  let after = cursor === undefined ? undefined : decodeCursor(cursor)
  do {
    const { applications, next } = await page(engine, await searchFor(engine, filters), filters, after, limit)
    yield* applications
    after = next
    // Others get their turn between two pages, also where reading never waits.
    await new Promise((resolve) => setImmediate(resolve))
  } while (after !== undefined)
}

/** See port.ts. A search is counted volume by volume, because on SQLite nothing else goes on meanwhile. */
export async function countAll(engine: Engine, { cursor, limit, ...filters }: ListQuery): Promise<number> {
  const search = await searchFor(engine, filters)
  if (search !== undefined) return countAllMatches(engine, search, spanOf(filters))
  const { total: n, totalCapped } = await total(engine, filters, undefined)
  if (!totalCapped) return n
  const { exactly } = await filtered(engine, filters)
    .select((eb) => eb.fn.countAll<number>().as('exactly'))
    .executeTakeFirstOrThrow()
  return exactly
}
