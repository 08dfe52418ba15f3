import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Application, type EndedState, isStatus } from '../../../applications/application.ts'
import type { Order } from '../../../applications/order.ts'
import { strongKeyOf } from '../../../applications/person.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Engine } from '../../database/engine.ts'
import { parseSearch, toSearchQuery } from '../../database/search/query.ts'
import { type Part, partOrder, parts, type Span, spanConditions } from '../../database/search/word-index.ts'
import { markConditions } from '../../database/stored.ts'
import type { Db } from '../../database/tables.ts'
import { sumCounters } from './counters.ts'
import type { ListQuery, OfAddress, Page } from './lists.ts'
import { hasPersonKey } from './person-keys.ts'
import { columns, emailKey, fromRow, isEnded, isListed, tenths } from './row.ts'

/** Counting the matches of a search stops here. A search with more matches tests the rows in the order of the list. */
const maxCounted = 1000

/** The position of the last row of a page. The next page begins after it. `part` is the index of the list's part. */
interface Cursor {
  readonly part: number
  readonly key: number
  readonly id: string
}

type Filters = Omit<ListQuery, 'cursor' | 'limit'>

/** With `dueIn`, the list is ordered by due moment. */
const orderOf = ({ order = 'date', dueIn }: Filters): Order => (dueIn === undefined ? order : 'due')

/** The ended state whose applications a list has; undefined for those in review. */
const endedIn = ({ status }: Filters): EndedState | undefined => (status === undefined || isStatus(status) ? undefined : status)

function partsOf(filters: Filters): readonly Part[] {
  const { status, dueIn } = filters
  const order = endedIn(filters) === undefined ? orderOf(filters) : 'date'
  if (order === 'score') return [parts.scored, parts.partlyScored, parts.unscored]
  if (order === 'date' || (status !== undefined && status !== 'pending')) return [parts.newest]
  return status === 'pending' || dueIn !== undefined ? [parts.due] : [parts.due, parts.answered]
}

/** A part that contains the whole list, for counting. */
const countedPart = ({ dueIn }: Filters): Part => (dueIn === undefined ? parts.newest : parts.due)

/** Encodes a position in the list. `decodeCursor` refuses it for another order. */
export const encodeCursor = (order: Order, { part, key, id }: Cursor): string =>
  Buffer.from(JSON.stringify(order === 'date' ? [key, id] : [order, part, key, id])).toString('base64url')

/** @throws AppError FORM_VALIDATION_FAILED when the cursor is invalid or for another order */
export function decodeCursor(order: Order, cursor: string): Cursor {
  try {
    const values = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [key, id] = values.slice(-2)
    const position = { part: order === 'date' ? 0 : values[1], key, id }
    // On PostgreSQL a score has four bytes. Those without a score come after them, by their time.
    const isKey = order !== 'score' || position.part !== 0 || Math.abs(key) < 2 ** 31
    const isPart = [0, 1, ...(order === 'score' ? [2] : [])].includes(position.part)
    const isPosition = Number.isSafeInteger(key) && isKey && isPart && typeof id === 'string'
    if (isPosition && encodeCursor(order, position) === cursor && id.isWellFormed() && !id.includes('\0')) return position
  } catch {
    // Not a cursor.
  }
  throw new AppError('FORM_VALIDATION_FAILED', {
    details: { cursor: 'This page does not exist. Please start from the first one.' },
  })
}

const spanOf = ({ since, until, dueIn }: Filters, after?: Cursor): Span => ({
  since: since?.getTime(),
  until: until?.getTime(),
  dueIn: dueIn && { from: dueIn.from?.getTime(), until: dueIn.until?.getTime() },
  after,
})

/** The conditions of a search; none without one. */
type Search = readonly RawBuilder<boolean>[]

/** The conditions of words and facets. */
async function wordConditions({ search }: Engine, filters: Parameters<typeof toSearchQuery>[0]): Promise<Search> {
  const query = toSearchQuery(filters)
  if (query === undefined) return []
  const n = await search.count(query, maxCounted + 1)
  if (n === 0) return [sql<boolean>`1 = 0`]
  return [search.matches(query, n > maxCounted), ...query.literals.map((text) => search.contains(text))]
}

/** The conditions of the filters that are neither words, facets nor the columns of an index. */
const ownConditions = (
  { search }: Engine,
  { excluded = [], isScored, isRead, isStarred, isDecided, scores = [], cohort, marked, leftOut = [] }: Filters,
): Search => {
  const marks = markConditions(marked?.words ?? [], marked?.at ?? new Date(0), cohort)
  return [
    ...excluded.flatMap((text) => {
      const query = parseSearch(`"${text}"`)
      const parts = query && [search.matches(query, true), ...query.literals.map((literal) => search.contains(literal))]
      return parts === undefined ? [] : [sql<boolean>`not (${sql.join(parts, sql` and `)})`]
    }),
    ...(isScored === undefined ? [] : [sql<boolean>`total_score is ${isScored ? sql`not null` : sql`null`}`]),
    ...(isRead === undefined ? [] : [sql<boolean>`read_at is ${isRead ? sql`not null` : sql`null`}`]),
    ...(isStarred === undefined ? [] : [sql<boolean>`starred = ${isStarred ? 1 : 0}`]),
    ...(leftOut.length === 0 ? [] : [sql<boolean>`not (status = 'pending' and form_type in (${sql.join(leftOut)}))`]),
    ...(isDecided === undefined ? [] : [sql<boolean>`status <> 'pending'`]),
    ...scores.map(({ comparison, score }) => sql<boolean>`total_score ${sql.raw(comparison)} ${tenths(score)}`),
    ...marks.conditions,
    // A quotation mark of an applicant has a backslash before it in JSON.
    ...(cohort === undefined || marks.taken ? [] : [search.contains(`"cohortPreference":"${cohort}"`, 'answers')]),
  ]
}

/** Prepares the search of a list. */
const searchOf = async (engine: Engine, filters: Filters): Promise<Search> => [
  ...(await typedConditions(engine, filters)),
  ...ownConditions(engine, filters),
]

/** The conditions of what was typed. A telephone number finds the applications that have it in any spelling, and texts that have it as typed. */
async function typedConditions(engine: Engine, filters: Filters): Promise<Search> {
  const { search = '', has, source } = filters
  const number = strongKeyOf(search)
  if (number?.kind !== 'phone') return wordConditions(engine, filters)
  const owners = await engine.read.selectFrom('applications').select('seq').where(hasPersonKey(engine, number)).execute()
  if (owners.length === 0) return wordConditions(engine, filters)
  const [typed, facets] = [await wordConditions(engine, { search: `"${search}"` }), await wordConditions(engine, { has, source })]
  const own = sql<boolean>`seq in (${sql.join(owners.map(({ seq }) => seq))})`
  return [...facets, sql<boolean>`(${own} or (${sql.join(typed, sql` and `)}))`]
}

/** The query of a part of a list. */
function filtered({ read }: Engine, filters: Filters, search: Search, part: Part, after?: Cursor) {
  const { formType, status, email } = filters
  const ended = endedIn(filters)
  let query = read.selectFrom('applications').where(ended === undefined ? isListed : isEnded[ended])
  if (formType !== undefined) query = query.where('form_type', '=', formType)
  if (isStatus(status) && part !== parts.due) query = query.where('status', '=', status)
  if (email !== undefined) query = query.where('email_key', '=', emailKey(email))
  for (const condition of [...spanConditions(part, spanOf(filters, after)), ...search]) query = query.where(condition)
  return query
}

const capped = (n: number): Pick<Page, 'total' | 'totalCapped'> => ({
  total: Math.min(n, maxCounted),
  totalCapped: n > maxCounted,
})

/** Whether the index has so many matches of the words that those in no list do not matter: then nothing is counted. */
async function areMany({ read, search }: Engine, filters: Filters): Promise<boolean> {
  const query = strongKeyOf(filters.search ?? '')?.kind === 'phone' ? undefined : toSearchQuery(filters)
  if (query === undefined) return false
  const { rows } = await sql<{ n: number }>`select (select count(*) from applications where removed_at is not null)
    + (select count(*) from applications where withdrawn_at is not null) as n`.execute(read)
  const most = maxCounted + Number(rows[0]?.n)
  return (await search.count(query, most + 1)) > most
}

async function total(engine: Engine, filters: Filters, search: Search): Promise<Pick<Page, 'total' | 'totalCapped'>> {
  const part = countedPart(filters)
  const { formType, status, email, since, until, dueIn } = filters
  const ranges = search.length > 0 || since !== undefined || until !== undefined || dueIn !== undefined
  if (!ranges && email === undefined && (status === undefined || isStatus(status)))
    return { total: await sumCounters(engine.read, { formType, status }), totalCapped: false }
  const isUnfiltered = [formType, status, email, since, until, dueIn].every((filter) => filter === undefined)
  if (search.length === 1 && isUnfiltered && (await areMany(engine, filters))) return capped(maxCounted + 1)
  let some = filtered(engine, filters, search, part).select('id')
  if (ranges) some = some.limit(maxCounted + 1)
  const { n } = await engine.read
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return ranges ? capped(n) : { total: n, totalCapped: false }
}

/** A page, and the position after which the next page begins; undefined on the last page. */
async function page(engine: Engine, search: Search, filters: Filters, after: Cursor | undefined, limit: number) {
  const listed: { readonly position: Cursor; readonly application: Application }[] = []
  for (const [index, part] of partsOf(filters).entries()) {
    // One row more than the page, to see whether there is a next one.
    const missing = limit + 1 - listed.length
    if (missing === 0 || index < (after?.part ?? 0)) continue
    const from = after?.part === index ? after : undefined
    const rows = await filtered(engine, filters, search, part, from)
      .select(columns)
      .orderBy(partOrder(part))
      .limit(missing)
      .execute()
    for (const row of rows)
      listed.push({ position: { part: index, key: row[part.column] ?? 0, id: row.id }, application: fromRow(row) })
  }
  return {
    applications: listed.slice(0, limit).map(({ application }) => application),
    next: listed.length > limit ? listed[limit - 1]?.position : undefined,
  }
}

export async function list(engine: Engine, { cursor, limit, ...filters }: ListQuery): Promise<Page> {
  const order = orderOf(filters)
  const after = cursor === undefined ? undefined : decodeCursor(order, cursor)
  const search = await searchOf(engine, filters)
  const { applications, next } = await page(engine, search, filters, after, limit)
  // When the first page of a search is also the last, its length is the total.
  const isCounted = search.length > 0 && after === undefined && next === undefined
  const counts = isCounted ? capped(applications.length) : await total(engine, filters, search)
  return { applications, nextCursor: next && encodeCursor(order, next), ...counts }
}

export async function* all(engine: Engine, { cursor, limit, ...filters }: ListQuery): AsyncIterable<Application> {
  let after = cursor === undefined ? undefined : decodeCursor(orderOf(filters), cursor)
  do {
    const { applications, next } = await page(engine, await searchOf(engine, filters), filters, after, limit)
    yield* applications
    after = next
    // Reads of SQLite do not yield to the event loop themselves.
    await nextTurn()
  } while (after !== undefined)
}

export async function countAll(engine: Engine, { cursor, limit, ...filters }: ListQuery): Promise<number> {
  const search = await searchOf(engine, filters)
  const { total: n, totalCapped } = await total(engine, filters, search)
  if (!totalCapped) return n
  const { exactly } = await filtered(engine, filters, search, countedPart(filters))
    .select((eb) => eb.fn.countAll<number>().as('exactly'))
    .executeTakeFirstOrThrow()
  return exactly
}

export async function ofAddress(db: Db, email: string): Promise<readonly OfAddress[]> {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'submitted_at', 'owner_opened_at', isListed.as('is_listed')])
    .where('email_key', '=', emailKey(email))
    .where('removed_at', 'is', null)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    submittedAt: new Date(row.submitted_at),
    isInReview: Boolean(row.is_listed),
    openedAt: row.owner_opened_at === null ? null : new Date(row.owner_opened_at),
  }))
}
