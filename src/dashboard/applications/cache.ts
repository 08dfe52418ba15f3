import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord, ApplicationResponse, ListResponse, RelatedResponse } from '../../api/responses.ts'
import { errors } from '../../shared/errors.ts'
import { cacheApplications, cachedApplications } from '../browser-storage.ts'
import { CallError } from '../client.ts'
import { type Filters, matches, withoutSearch } from './filters.ts'

/** The cached pages of a list. */
export type Pages = InfiniteData<ListResponse, unknown>

/** The last change of each application on this page, and its time (`performance.now()`). A change without a record is a deletion. */
const changes = new Map<string, { readonly at: number; readonly record?: ApplicationRecord }>()

/** Whether an application was deleted, as far as this page knows. */
export const isDeleted = (id: string): boolean => changes.has(id) && changes.get(id)?.record === undefined

/** The newest record of an application that this page has changed or seen changed; undefined if it was not, or was deleted. */
export const changedRecord = (id: string): ApplicationRecord | undefined => changes.get(id)?.record

/**
 * The record of a list as this page knows it, which may be newer; undefined if that does not match the filters. A page of the list may have been requested
 * before a decision, and arrive after it.
 */
export function listed(record: ApplicationRecord, filters: Filters): ApplicationRecord | undefined {
  const changed = changes.get(record.id)?.record
  if (changed === undefined || !isBefore(record, changed)) return record
  return matches(changed, withoutSearch(filters)) ? changed : undefined
}

/** Brings the copy in this browser up to date, once: when the page is left. */
function storeChanges(): void {
  if (changes.size > 0) cacheApplications(cachedApplications().map((record) => changes.get(record.id)?.record ?? record))
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', storeChanges)

/** Applies the changes since its request to a list response. Without them, a decided application would return to the list. */
export function reconciled(response: ListResponse, requestedAt: number, filters: Filters): ListResponse {
  const applications = response.applications.flatMap((record) => {
    const change = changes.get(record.id)
    if (change === undefined || change.at < requestedAt) return [record]
    return change.record !== undefined && matches(change.record, withoutSearch(filters)) ? [change.record] : []
  })
  return { ...response, applications, total: response.total - (response.applications.length - applications.length) }
}

const cachedResponse = (client: QueryClient, id: string): ApplicationResponse | undefined =>
  client.getQueryData<ApplicationResponse>(['application', id])

/** Whether this page has an application at `revision` or newer. */
export const hasRevision = (client: QueryClient, id: string, revision: number): boolean =>
  Math.max(cachedResponse(client, id)?.application.revision ?? -1, changes.get(id)?.record?.revision ?? -1) >= revision

/** Whether a record is from before another one. Marking it as read does not change the revision. */
const isBefore = (record: ApplicationRecord, other: ApplicationRecord): boolean =>
  record.revision < other.revision ||
  (record.revision === other.revision &&
    (record.seen_revision < other.seen_revision || (record.read_at === null && other.read_at !== null)))

/** Whether this page has a newer record of an application. */
export const hasNewer = (client: QueryClient, record: ApplicationRecord): boolean =>
  [cachedResponse(client, record.id)?.application, changes.get(record.id)?.record].some(
    (cached) => cached !== undefined && isBefore(record, cached),
  )

/** Whether a list shows an application as it was before a record. */
const isListedBefore = (client: QueryClient, record: ApplicationRecord): boolean =>
  client
    .getQueriesData<Pages>({ queryKey: ['applications'] })
    .some(([, pages]) =>
      pages?.pages.some((page) => page.applications.some((listed) => listed.id === record.id && isBefore(listed, record))),
    )

/**
 * The newer of a response and the cached one: a request that was sent before a change may get a response without it. A list that shows an older record
 * gets the response's record, because the live event of that change finds the details current and would not update the list.
 */
export function newestResponse(client: QueryClient, response: ApplicationResponse, requestedAt: number): ApplicationResponse {
  const { application } = response
  const change = changes.get(application.id)
  // Its deletion was undone.
  if (change !== undefined && change.record === undefined && change.at < requestedAt) upsert(client, application)
  if (hasNewer(client, application)) return cachedResponse(client, application.id) ?? response
  if (isListedBefore(client, application)) upsert(client, application)
  return response
}

/** Puts a response's record into every query that shows it. Returns false and changes nothing if a newer record is cached. */
export function mergeResponse(client: QueryClient, { application }: ApplicationResponse): boolean {
  if (hasNewer(client, application)) return false
  upsert(client, application)
  return true
}

/** Whether a response for another application has this one among the related ones. */
export const isRelated = (response: RelatedResponse | undefined, id: string): boolean =>
  response?.related.some(({ application }) => application.id === id) === true

const withRelated = (response: RelatedResponse | undefined, record: ApplicationRecord): RelatedResponse | undefined =>
  response && {
    ...response,
    related: response.related.map((candidate) =>
      candidate.application.id === record.id ? { ...candidate, application: record } : candidate,
    ),
  }

/** Puts a changed record into every query that shows it, and removes it from lists whose filters it no longer matches. */
export function upsert(client: QueryClient, record: ApplicationRecord): void {
  changes.set(record.id, { at: performance.now(), record })
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: ['applications'] })) {
    if (pages === undefined) continue
    const stays = matches(record, withoutSearch(key[1] as Filters))
    client.setQueryData<Pages>(key, replaced(pages, record.id, stays ? record : undefined))
  }
  // Stale at once: its letters and history are from before the change, and the load that brings them ends when another application is opened.
  client.setQueryData<ApplicationResponse>(
    ['application', record.id],
    (response) => response && { ...response, application: record },
    { updatedAt: 0 },
  )
  const shows = {
    queryKey: ['related'],
    predicate: ({ state }: Query) => isRelated(state.data as RelatedResponse | undefined, record.id),
  }
  client.setQueriesData<RelatedResponse>(shows, (response) => withRelated(response, record))
}

/** Removes an application from every list, from list responses that have not arrived yet, and from the copy in this browser. */
export function remove(client: QueryClient, id: string): void {
  changes.set(id, { at: performance.now() })
  cacheApplications(cachedApplications().filter((cached) => cached.id !== id))
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: ['applications'] }))
    if (pages !== undefined) client.setQueryData<Pages>(key, replaced(pages, id, undefined))
}

/** Removes an application that another window deleted. If it is open, the desk says so. */
export function removeDeleted(client: QueryClient, id: string): void {
  remove(client, id)
  const { status, message } = errors.RECORD_NOT_FOUND
  const error = new CallError(status, 'RECORD_NOT_FOUND', message, false)
  client
    .getQueryCache()
    .find({ queryKey: ['application', id] })
    ?.setState({ data: undefined, status: 'error', error })
}

/** The pages with `next` instead of the application `id`, or without it. */
function replaced(pages: Pages, id: string, next: ApplicationRecord | undefined): Pages {
  const has = pages.pages.some((page) => page.applications.some((record) => record.id === id))
  if (!has) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      total: next === undefined ? page.total - 1 : page.total,
      applications: page.applications.flatMap((record) => (record.id === id ? (next ?? []) : record)),
    })),
  }
}
