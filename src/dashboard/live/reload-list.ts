import type { QueryClient } from '@tanstack/react-query'
import type { ListResponse } from '../../api/responses.ts'
import { type Pages, reconciled } from '../applications/cache.ts'
import type { Filters } from '../applications/filters.ts'
import { listQuery, loadPage } from '../applications/queries.ts'

/**
 * A first page without the applications that `pages` lack, except after the last one that they have: the list must not move while it is read, and
 * useLive counts these first.
 */
function withoutNew(pages: Pages, first: ListResponse): ListResponse {
  const shown = new Set(pages.pages.flatMap((page) => page.applications.map(({ id }) => id)))
  const last = first.applications.findLastIndex(({ id }) => shown.has(id))
  const applications = first.applications.filter(({ id }, at) => at > last || shown.has(id))
  return { ...first, applications, total: first.total - (first.applications.length - applications.length) }
}

/** Loads the pages of the list again, after changes that no event reported. If that fails, the list stays as it is until the next connection. */
export async function reloadList(client: QueryClient, filters: Filters): Promise<void> {
  const { queryKey } = listQuery(filters)
  const before = client.getQueryData<Pages>(queryKey)
  if (before === undefined) return
  const loaded: { readonly cursor: string | undefined; readonly response: ListResponse; readonly requestedAt: number }[] = []
  let cursor: string | undefined
  try {
    do {
      const requestedAt = performance.now()
      const response = await loadPage(filters, cursor)
      loaded.push({ cursor, response, requestedAt })
      cursor = response.nextCursor ?? undefined
    } while (cursor !== undefined && loaded.length < before.pages.length)
  } catch {
    return
  }
  // A page that is being loaded would be added to the earlier pages.
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<Pages>(queryKey, (pages) => {
    const [first, ...following] = loaded.map(({ response, requestedAt }) => reconciled(response, requestedAt, filters))
    if (pages === undefined || first === undefined) return pages
    return { pages: [withoutNew(pages, first), ...following], pageParams: loaded.map((page) => page.cursor) }
  })
}
