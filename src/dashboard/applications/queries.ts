import { infiniteQueryOptions, queryOptions, replaceEqualDeep, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ApplicationRecord, ListResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { minute, second } from '../../shared/dates.ts'
import { cacheApplications, cachedApplications } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { hereAt } from '../server-time.ts'
import { isAdmin } from '../session/rights.ts'
import { hasNewer, newestResponse, type Pages, reconciled, remove } from './cache.ts'
import { type Filters, filterQuery, isFiltered, matches, searchFault, withoutSearch } from './filters.ts'

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => call(routes.stats, { signal }),
  refetchInterval: 30 * second,
})

export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ signal }) => call(routes.outbox, { signal }),
  refetchInterval: minute,
})

export type PagesResult = UseInfiniteQueryResult<Pages>

/** Applications on the first page of the list, which more than fill a window, and on those that follow. */
const pageSize = { first: 20, next: 50 } as const

/** The first page until the response arrives: the matching applications of the previous list, or else of the last visit. */
function placeholderFromCache(filters: Filters, previous: Pages | undefined): Pages | undefined {
  const cached = previous?.pages.flatMap((page) => page.applications) ?? cachedApplications()
  const applications = cached.filter((record) => matches(record, filters))
  if (applications.length === 0) return undefined
  return {
    pages: [{ success: true, applications, nextCursor: null, total: applications.length }],
    pageParams: [undefined],
  }
}

/** Loads a page of the list: the first, or the one at `cursor`. @throws CallError */
async function loadPage(filters: Filters, cursor?: string, signal?: AbortSignal): Promise<ListResponse> {
  const query = filterQuery(filters)
  query.set('limit', String(cursor === undefined ? pageSize.first : pageSize.next))
  if (cursor !== undefined) query.set('cursor', cursor)
  const requestedAt = performance.now()
  const response = reconciled(await call(routes.applications, { query, signal }), requestedAt, filters)
  // A helper's browser keeps none.
  if (isAdmin() && cursor === undefined && !isFiltered(filters) && filters.order === 'date')
    cacheApplications(response.applications)
  return response
}

/** The most applications that one decision is about. */
export const maxGroup = 1_000

/** The filters for the pending applications of a list; a list of another state stays as it is. */
export const onlyPending = (filters: Filters): Filters =>
  withoutSearch(filters).status === undefined ? { ...filters, status: 'pending' } : filters

/** Loads applications that match the filters, `limit` of them. @throws CallError */
async function loadMatchPage(filters: Filters, limit: number, cursor?: string): Promise<ListResponse> {
  const query = filterQuery(filters)
  query.set('limit', String(limit))
  if (cursor !== undefined) query.set('cursor', cursor)
  const requestedAt = performance.now()
  return reconciled(await call(routes.applications, { query }), requestedAt, filters)
}

/** The number of applications that match the filters, as the server counts them: exact up to 1,000. */
export const matchCountQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['stats', 'matches', filters],
    queryFn: async () => (await loadMatchPage(filters, 1)).total,
  })

export const unreadCountKey = ['stats', 'unread'] as const

/** The number of unread applications that match the filters: null above 1,000, and if the search itself is about it. */
export const unreadCountQuery = (filters: Filters) => {
  const unread = { ...filters, search: `${filters.search} is:unread` }
  const isAbout = /\bis:\s*(?:un)?read\b/i.test(filters.search) || searchFault(unread) !== undefined
  return queryOptions({
    queryKey: [...unreadCountKey, filters],
    queryFn: async ({ signal }) => {
      if (isAbout) return null
      const query = filterQuery(unread)
      query.set('limit', '1')
      const { total, totalCapped } = await call(routes.applications, { query, signal })
      return totalCapped === true ? null : total
    },
  })
}

/** Loads the applications that match the filters in the order of the list, at most `most`. @throws CallError */
export async function loadMatches(filters: Filters, most = maxGroup): Promise<readonly ApplicationRecord[]> {
  const all: ApplicationRecord[] = []
  let cursor: string | undefined
  do {
    const page = await loadMatchPage(filters, 200, cursor)
    all.push(...page.applications)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && all.length < most)
  return all.slice(0, most)
}

/** Loaded each time that it is opened; what is being read must not change under the reader. */
const onceOpened = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** Every match of the filters, for paper. */
export const paperQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['paper', filters],
    queryFn: () => loadMatches(filters, Number.POSITIVE_INFINITY),
    ...onceOpened,
  })

/** Every match of the filters, at most 1,000, in their order, and how many there are. They are not cached for the list. @throws CallError */
export const matchesQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['matches', filters],
    queryFn: async ({ signal }) => {
      const records: ApplicationRecord[] = []
      const query = filterQuery(filters)
      query.set('limit', '200')
      for (;;) {
        const page = await call(routes.applications, { query, signal })
        records.push(...page.applications)
        if (page.nextCursor === null || records.length >= maxGroup)
          return { records, total: page.total, capped: page.nextCursor !== null }
        query.set('cursor', page.nextCursor)
      }
    },
    ...onceOpened,
  })

/**
 * The pages after a load. TanStack Query adds a following page to the pages from when its load began; meanwhile an application may have been decided or
 * deleted.
 */
const withPageAdded = (before: Pages | undefined, after: Pages): Pages =>
  before === undefined || after.pages.length !== before.pages.length + 1
    ? after
    : { ...after, pages: [...before.pages, ...after.pages.slice(-1)] }

export const listQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['applications', filters],
    queryFn: ({ pageParam, signal }) => loadPage(filters, pageParam as string | undefined, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (previous: Pages | undefined): Pages | undefined => placeholderFromCache(filters, previous),
    structuralSharing: (before, after) => replaceEqualDeep(before, withPageAdded(before as Pages | undefined, after as Pages)),
    meta: { toast: 'Failed to load applications' },
    // Whoever comes back from another page finds their place.
    gcTime: 10 * minute,
    // The list must not move while the reviewer reads it: useLive counts new applications, and Refresh shows them.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id],
    queryFn: async ({ client, signal }) => {
      try {
        // What was decided while the first request was on its way is in the second one's response.
        for (let attempt = 1; ; attempt++) {
          const requestedAt = performance.now()
          const response = await call(routes.application, { at: { id }, signal })
          if (attempt > 1 || !hasNewer(client, response.application)) return newestResponse(client, response, requestedAt)
        }
      } catch (error) {
        if (error instanceof CallError && error.status === 404) remove(client, id)
        throw error
      }
    },
    // No event reports a change of a letter that waits or is being sent.
    refetchInterval: ({ state }) => {
      const unsent = state.data?.messages?.filter((message) => message.state === 'waiting' || message.state === 'claimed') ?? []
      if (unsent.length === 0) return false
      const first = Math.min(...unsent.map(({ due_at }) => hereAt(due_at)))
      return Math.min(Math.max(first - Date.now(), 4 * second), 10 * minute)
    },
  })

/** Other applications that may be from the same person or company, newest first. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['related', id],
    queryFn: ({ signal }) => call(routes.related, { at: { id }, signal }),
    staleTime: minute,
  })
