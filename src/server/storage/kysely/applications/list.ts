import type { Application } from '../../../../applications/application.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { ListQuery, Page } from '../../applications-port.ts'
import type { Engine } from '../engine.ts'
import { countAllMatches, countMatches, newestMatches, partitionsOf, type Search } from '../search/matches.ts'
import { toSearchQuery } from '../search/query.ts'
import { type Span, spanConditions } from '../search/word-index.ts'
import { sumCounters } from './counters.ts'
import { columns, emailKey, fromRow } from './row.ts'

/** Matches of a search are counted up to here. */
const mostCounted = 1000

/** The position of the last row of a page: the next page begins after it. */
export interface Cursor {
  readonly submittedAt: number
  readonly id: string
}

export const encodeCursor = ({ submittedAt, id }: Cursor): string =>
  Buffer.from(JSON.stringify([submittedAt, id])).toString('base64url')

/** @throws AppError FORM_VALIDATION_FAILED for what `encodeCursor` did not write. */
export function decodeCursor(cursor: string): Cursor {
  try {
    const [submittedAt, id, ...extra] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const position = { submittedAt, id }
    if (Number.isSafeInteger(submittedAt) && typeof id === 'string' && extra.length === 0 && encodeCursor(position) === cursor)
      if (id.isWellFormed() && !id.includes('\0')) return position
  } catch {
    // Not a cursor.
  }
  throw new AppError('FORM_VALIDATION_FAILED', {
    details: { cursor: 'This page is not there. Please start from the first one.' },
  })
}

type Filters = Omit<ListQuery, 'cursor' | 'limit'>

const spanOf = ({ since, until }: Filters, after?: Cursor): Span => ({
  since: since?.getTime(),
  until: until?.getTime(),
  after,
})

/** Rows by filters that the table's own indexes answer. */
function filtered({ read }: Engine, filters: Filters, after?: Cursor) {
  const { formType, status, email } = filters
  let query = read.selectFrom('applications').where('removed_at', 'is', null)
  query = status === 'withdrawn' ? query.where('withdrawn_at', 'is not', null) : query.where('withdrawn_at', 'is', null)
  if (formType !== undefined) query = query.where('form_type', '=', formType)
  if (status !== undefined && status !== 'withdrawn') query = query.where('status', '=', status)
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
  const { formType, status, email } = filters
  if (!ranges && email === undefined && status !== 'withdrawn')
    return { total: await sumCounters(engine.read, { formType, status }), totalCapped: false }
  let some = filtered(engine, filters).select('id')
  if (ranges) some = some.limit(mostCounted + 1)
  const { n } = await engine.read
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return ranges ? capped(n) : { total: n, totalCapped: false }
}

/** The records of a page of matches. One that is deleted meanwhile is skipped; the next page begins where this one ends all the same. */
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

/** The index search for these filters; undefined when the table's own indexes answer them. */
async function searchFor(engine: Engine, filters: Filters): Promise<Search | undefined> {
  const query = toSearchQuery(filters)
  if (query === undefined) return undefined
  await engine.search.settled()
  return { query, partitions: await partitionsOf(engine) }
}

/** See applications-port.ts. */
export async function list(engine: Engine, { cursor, limit, ...filters }: ListQuery): Promise<Page> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const search = await searchFor(engine, filters)
  // When the first page is the last, its length is the count.
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

/** See applications-port.ts. */
export async function* all(engine: Engine, { cursor, limit, ...filters }: ListQuery): AsyncIterable<Application> {
  let after = cursor === undefined ? undefined : decodeCursor(cursor)
  do {
    const { applications, next } = await page(engine, await searchFor(engine, filters), filters, after, limit)
    yield* applications
    after = next
    // Yields to the event loop between pages: reads of SQLite never wait.
    await new Promise((resolve) => setImmediate(resolve))
  } while (after !== undefined)
}

/** See applications-port.ts. A search is counted partition by partition: a statement of SQLite blocks the event loop. */
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
