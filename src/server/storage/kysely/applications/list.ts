import { sql } from 'kysely'
import type { Application } from '../../../../applications/application.ts'
import type { ListQuery, Page } from '../../port.ts'
import type { Engine } from '../engine.ts'
import { readSearch } from '../search/query.ts'
import { counted } from './counters.ts'
import { type Place, readCursor, writeCursor } from './cursor.ts'
import { columns, emailKey, fromRow } from './row.ts'

/** Matches of a search are counted up to here. */
const mostCounted = 1000

type Filters = Pick<ListQuery, 'formType' | 'status' | 'email' | 'search'>

function matching({ read, search }: Engine, { formType, status, email, search: typed }: Filters) {
  const asked = typed === undefined ? undefined : readSearch(typed)
  let query = read.selectFrom('applications').where('removed_at', 'is', null)
  if (formType !== undefined) query = query.where('form_type', '=', formType)
  if (status !== undefined) query = query.where('status', '=', status)
  if (email !== undefined) query = query.where('email_key', '=', emailKey(email))
  if (asked !== undefined) query = query.where(search.matches(asked))
  return { query, searches: asked !== undefined }
}

async function total(engine: Engine, filters: Filters): Promise<Pick<Page, 'total' | 'totalCapped'>> {
  const { query, searches } = matching(engine, filters)
  if (searches) {
    const some = query.select('id').limit(mostCounted + 1)
    const { n } = await engine.read
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return { total: Math.min(n, mostCounted), totalCapped: n > mostCounted }
  }
  if (filters.email === undefined) return { total: await counted(engine.read, filters), totalCapped: false }
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { total: n, totalCapped: false }
}

async function page(engine: Engine, filters: Filters, after: Place | undefined, limit: number) {
  let { query } = matching(engine, filters)
  if (after !== undefined) query = query.where(sql<boolean>`(submitted_at, id) < (${after.submittedAt}, ${after.id})`)
  const rows = await query
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

/** See port.ts. */
export async function list(engine: Engine, { cursor, limit, ...filters }: ListQuery): Promise<Page> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [{ applications, next }, counts] = await Promise.all([page(engine, filters, after, limit), total(engine, filters)])
  return { applications, nextCursor: next && writeCursor(next), ...counts }
}

/** See port.ts. */
export async function* all(engine: Engine, { cursor, limit, ...filters }: ListQuery): AsyncIterable<Application> {
  let after = cursor === undefined ? undefined : readCursor(cursor)
  do {
    const { applications, next } = await page(engine, filters, after, limit)
    yield* applications
    after = next
    // Others get their turn between two pages, also where reading never waits.
    await new Promise((resolve) => setImmediate(resolve))
  } while (after !== undefined)
}

/** How many rows are looked at before others get their turn. */
const slice = 20_000

/** See port.ts. A search is counted in slices of the table, because on SQLite nothing else goes on meanwhile. */
export async function countAll(engine: Engine, { cursor, limit, ...filters }: ListQuery): Promise<number> {
  const { query, searches } = matching(engine, filters)
  if (!searches) return (await total(engine, filters)).total
  const { last } = await engine.read
    .selectFrom('applications')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  let found = 0
  for (let from = 0; from < Number(last ?? 0); from += slice) {
    const { n } = await query
      .where('seq', '>', from)
      .where('seq', '<=', from + slice)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    found += Number(n)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found
}
