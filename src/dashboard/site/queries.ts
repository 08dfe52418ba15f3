import { queryOptions } from '@tanstack/react-query'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'

/** All documents, and the history. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(routes.site, { signal }),
  staleTime: 0,
})

/** One document as it is stored now. */
export const readDocument = async (path: string) => (await call(routes.siteDocument, { query: { path } })).document

export const documentQuery = (path: string) =>
  queryOptions({ queryKey: ['site document', path], queryFn: () => readDocument(path), staleTime: 0, gcTime: 0 })

/** What a publish changes: the drafts, or one of the history. */
export const changesQuery = (id?: string) =>
  queryOptions({
    queryKey: ['site changes', id ?? ''],
    queryFn: ({ signal }) =>
      id === undefined ? call(routes.siteChanges, { signal }) : call(routes.sitePublish, { at: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
