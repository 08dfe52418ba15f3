import type { QueryClient } from '@tanstack/react-query'
import type { RelatedResponse } from '../../../api/responses.ts'
import { routes } from '../../../api/routes.ts'
import { hasRevision, isRelated, mergeResponse, type Pages, removeDeleted } from '../../../dashboard/applications/cache.ts'
import { CallError, call } from '../../../dashboard/client.ts'
import { reportFailure } from '../../../dashboard/session/failures.ts'
import type { LiveEvent } from '../api.ts'

/** With more changes than this, every query is loaded again instead of single applications. */
const maxLoaded = 20

/** The changes that can add a related application, or remove one. */
const changesRelated: ReadonlySet<LiveEvent['news'][number]['what']> = new Set([
  'submitted',
  'released',
  'answers_changed',
  'readdressed',
  'deleted',
  'undone',
])

const isShown = (client: QueryClient, id: string): boolean =>
  client.getQueryState(['application', id]) !== undefined ||
  client
    .getQueriesData<Pages>({ queryKey: ['applications'] })
    .some(([, pages]) => pages?.pages.some((page) => page.applications.some((record) => record.id === id))) ||
  client.getQueriesData<RelatedResponse>({ queryKey: ['related'] }).some(([, response]) => isRelated(response, id))

/** Loads an application that another window changed, and updates every query that shows it. */
async function reload(client: QueryClient, id: string): Promise<void> {
  try {
    const response = await call(routes.application, { at: { id } })
    if (mergeResponse(client, response)) client.setQueryData(['application', id], response)
  } catch (error) {
    if (error instanceof CallError && error.status === 404) removeDeleted(client, id)
    else reportFailure('loading what was changed', error)
  }
}

/**
 * Updates the cache after changes in other windows; this window's own changes are already in it.
 * @returns whether the list may have changed
 */
export async function applyLiveEvent(client: QueryClient, { news: all, many }: LiveEvent): Promise<boolean> {
  const news = all.filter(({ what }) => what !== 'quarantined')
  if (many || all.some(({ what }) => what === 'quarantined' || what === 'released'))
    void client.invalidateQueries({ queryKey: ['quarantine'] })
  const foreign = news.filter(({ id, revision }) => !hasRevision(client, id, revision))
  if (foreign.length === 0 && !many) return false
  void client.invalidateQueries({ queryKey: ['stats'] })
  // An open preview: its address, its name or its answers may have changed.
  void client.invalidateQueries({ queryKey: ['letter'] })
  // Not those whose deletion was undone meanwhile: the same event reports both.
  const last = new Map(foreign.toSorted((a, b) => a.revision - b.revision).map(({ id, what }) => [id, what]))
  const deleted = new Set([...last.keys()].filter((id) => last.get(id) === 'deleted'))
  for (const id of deleted) removeDeleted(client, id)
  if (many || foreign.some(({ what }) => changesRelated.has(what)))
    void client.invalidateQueries({ queryKey: ['related'], predicate: ({ queryKey }) => !deleted.has(String(queryKey[1])) })
  const changed = [...new Set(foreign.map(({ id }) => id))].filter((id) => !deleted.has(id))
  // A new application that the list already shows is current, and may be deleted by now.
  const newer = new Set(foreign.filter(({ what }) => what !== 'submitted').map(({ id }) => id))
  const shown = changed.filter((id) => newer.has(id) && isShown(client, id))
  if (many || shown.length > maxLoaded) void client.invalidateQueries({ queryKey: ['application'] })
  else await Promise.all(shown.map((id) => reload(client, id)))
  return many || changed.length > 0
}
