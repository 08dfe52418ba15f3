import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { siteRoutes } from '../api.ts'

/** All documents, and the history. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(siteRoutes.site, { signal }),
  staleTime: 0,
})

/** The titles under which posts were begun in this window, by path. */
export const newTitles = new Map<string, string>()

/** One document as it is stored now. */
export const readDocument = async (path: string) => (await call(siteRoutes.siteDocument, { query: { path } })).document

export const documentQuery = (path: string) =>
  queryOptions({ queryKey: ['site document', path], queryFn: () => readDocument(path), staleTime: 0, gcTime: 0 })

/** What the drafts change, with the faults of those at `paths`, by default of all. */
export const changesQuery = (paths?: readonly string[]) =>
  queryOptions({
    queryKey: ['site changes', paths?.join() ?? ''],
    queryFn: ({ signal }) => call(siteRoutes.siteChanges, { ...(paths && { query: { paths: paths.join() } }), signal }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

/** What a publish of the history changed, or one that waits changes. */
export const publishQuery = (id: string) =>
  queryOptions({
    queryKey: ['site publish', id],
    queryFn: ({ signal }) => call(siteRoutes.sitePublish, { at: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
