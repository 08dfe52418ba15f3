import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type {
  ApplicationRecord,
  ApplicationReply,
  ListReply,
  OutboxReply,
  RelatedReply,
  SessionReply,
  StatsReply,
  WhoReply,
} from '../../api/replies.ts'
import { phrases, readWords } from '../../applications/query/parse.ts'
import { minute, second } from '../../shared/dates.ts'
import { errors } from '../../shared/errors.ts'
import { cacheApplications, cachedApplications } from '../browser-storage.ts'
import { call, Refusal, report } from '../client.ts'
import { offlineSince } from '../live/connection.ts'
import { close } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { learn, learnFromList } from './revisions.ts'
import { type Filters, filterQuery, isFiltered, withoutSearch } from './url-state.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly toast?: string }
  }
}

export type Pages = InfiniteData<ListReply, unknown>
export type PagesResult = UseInfiniteQueryResult<Pages>

/** How many applications a page of the list has. */
const pageSize = 50

const isEnded = (error: unknown): error is Refusal => error instanceof Refusal && error.status === 401

/** A refusal says the same again; only what did not arrive, or a server that stumbled, is asked once more. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && offlineSince() === undefined && error instanceof Refusal && (error.status === 0 || error.status >= 500)

/** Since when the server was away when that was last told in a toast: afterwards the line that says so is enough. */
let toastedAway: Date | undefined

/** Every answer that the desk holds. A 401, whoever gets it, closes the desk. */
export const makeClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isEnded(error)) return close(error)
        report(`loading ${String(query.queryKey[0])}`, error)
        const since = offlineSince()
        if (query.meta?.toast === undefined || (since !== undefined && since === toastedAway)) return
        toastedAway = since
        toast.failure(query.meta.toast, error.message)
      },
    }),
    defaultOptions: {
      queries: { retry, retryDelay: second, networkMode: 'always', staleTime: 10 * second, gcTime: 10 * minute },
    },
  })

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SessionReply> => {
    const reply = await call<WhoReply>(paths.who, { signal })
    if (reply.user !== null) return reply
    const code = reply.expired ? 'SESSION_EXPIRED' : 'UNAUTHORIZED_ACCESS'
    throw new Refusal(401, code, errors[code].message, true)
  },
  staleTime: 5 * minute,
  meta: { toast: 'Failed to load applications' },
})

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => call<StatsReply>(paths.stats, { signal }),
  refetchInterval: 30 * second,
})

export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ signal }) => call<OutboxReply>(paths.outbox, { signal }),
  refetchInterval: minute,
})

/** Whether `record` is among what the filters ask for, as far as it tells; the words of a search are looked for in all that it says. */
export function matches(record: ApplicationRecord, { formType, status, search: typed }: Filters): boolean {
  const asked = readWords(typed, { formType, status })
  if (!asked.ok) return false
  const { search, since, until, email } = asked.value
  if (asked.value.formType !== undefined && record.form_type !== asked.value.formType) return false
  if (asked.value.status !== undefined && record.status !== asked.value.status) return false
  const at = new Date(record.submitted_at)
  if ((since !== undefined && at < since) || (until !== undefined && at >= until)) return false
  if (email !== undefined && record.applicant_email.trim().toLowerCase() !== email) return false
  if (search === undefined) return true
  const said = JSON.stringify([
    record.applicant_name,
    record.applicant_email,
    record.company_name,
    record.form_data,
  ]).toLowerCase()
  return phrases(search.toLowerCase()).every((text) => said.includes(text))
}

/**
 * What is known already, as the list's first page until the truth arrives: of the list shown before, or else of the copy of an
 * earlier visit.
 */
function painted(filters: Filters, before: Pages | undefined): Pages | undefined {
  const known = before?.pages.flatMap((page) => page.applications) ?? cachedApplications()
  const applications = known.filter((record) => matches(record, filters))
  if (applications.length === 0) return undefined
  return {
    pages: [{ success: true, applications, nextCursor: null, total: applications.length }],
    pageParams: [undefined],
  }
}

/** What became of applications here, and when (milliseconds of this page); without a record it was deleted. */
const changes = new Map<string, { readonly at: number; readonly record?: ApplicationRecord }>()

/** Whether an application was deleted, as far as this page knows. */
export const isGone = (id: string): boolean => changes.has(id) && changes.get(id)?.record === undefined

/** A list as it is now: an answer to what was `asked` before a change knows nothing of it, and would bring back what had left the list. */
export function broughtUp(reply: ListReply, asked: number, filters: Filters): ListReply {
  const applications = reply.applications.flatMap((one) => {
    const change = changes.get(one.id)
    if (change === undefined || change.at < asked) return [one]
    return change.record !== undefined && matches(change.record, withoutSearch(filters)) ? [change.record] : []
  })
  return { ...reply, applications, total: reply.total - (reply.applications.length - applications.length) }
}

/** Loads a page of the list: the first, or the one at `cursor`. @throws Refusal */
export async function loadPage(filters: Filters, cursor?: string, signal?: AbortSignal): Promise<ListReply> {
  const query = filterQuery(filters)
  query.set('limit', String(pageSize))
  if (cursor !== undefined) query.set('cursor', cursor)
  const asked = performance.now()
  const reply = broughtUp(await call<ListReply>(`${paths.applications}?${query}`, { signal }), asked, filters)
  learnFromList(reply)
  if (cursor === undefined && !isFiltered(filters)) cacheApplications(reply.applications)
  return reply
}

export const listQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['applications', filters],
    queryFn: ({ pageParam, signal }) => loadPage(filters, pageParam as string | undefined, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before: Pages | undefined): Pages | undefined => painted(filters, before),
    meta: { toast: 'Failed to load applications' },
    // What is read does not move by itself: the desk says what came in, and Refresh shows it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id],
    queryFn: async ({ client, signal }) => {
      const reply = await call<ApplicationReply>(paths.application(id), { signal })
      // What was asked before a change that is shown already knows nothing of it.
      return learn(reply) ? reply : (client.getQueryData<ApplicationReply>(['application', id]) ?? reply)
    },
    // While a letter waits or is being sent, its state changes by itself.
    refetchInterval: ({ state }) =>
      state.data?.messages?.some((message) => message.state === 'waiting' || message.state === 'claimed') ? 4 * second : false,
  })

/** Other applications that may be from the same person or company, newest first. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['related', id],
    queryFn: ({ signal }) => call<RelatedReply>(paths.related(id), { signal }),
    staleTime: minute,
  })

/** Puts what a reply says of an application into noFilters that shows it; false, and nothing is changed, when something newer is known. */
export function take(client: QueryClient, reply: ApplicationReply): boolean {
  const isNewest = learn(reply)
  if (isNewest) place(client, reply.application, reply.revision)
  return isNewest
}

/** Puts a changed record into noFilters that shows it; it leaves lists whose filter it no longer meets. */
export function place(client: QueryClient, record: ApplicationRecord, revision?: number): void {
  changes.set(record.id, { at: performance.now(), record })
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: ['applications'] })) {
    if (pages === undefined) continue
    const stays = matches(record, withoutSearch(key[1] as Filters))
    client.setQueryData<Pages>(key, without(pages, record.id, stays ? record : undefined))
  }
  client.setQueryData<ApplicationReply>(['application', record.id], (reply) =>
    reply === undefined ? undefined : { ...reply, application: record, ...(revision !== undefined && { revision }) },
  )
  cacheApplications(cachedApplications().map((one) => (one.id === record.id ? record : one)))
}

/** Takes an application out of every list, those on their way included, and out of the copy that this browser keeps. */
export function takeOut(client: QueryClient, id: string): void {
  changes.set(id, { at: performance.now() })
  cacheApplications(cachedApplications().filter((one) => one.id !== id))
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: ['applications'] }))
    if (pages !== undefined) client.setQueryData<Pages>(key, without(pages, id, undefined))
}

/** The pages with `record` in the place of the application `id`, or without it. */
function without(pages: Pages, id: string, record: ApplicationRecord | undefined): Pages {
  const has = pages.pages.some((page) => page.applications.some((one) => one.id === id))
  if (!has) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      total: record === undefined ? page.total - 1 : page.total,
      applications: page.applications.flatMap((one) => (one.id !== id ? [one] : record === undefined ? [] : [record])),
    })),
  }
}
