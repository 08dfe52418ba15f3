import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApplicationResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'
import { reportFailure } from '../session/failures.ts'
import { may } from '../session/rights.ts'
import { isDeleted, mergeResponse } from './cache.ts'
import { unreadCountKey } from './queries.ts'

/** Calls `act` when the page is visible: now, or when it is shown again. Returns the function that stops waiting. */
function whenVisible(act: () => void): () => void {
  const check = (): void => {
    if (document.visibilityState !== 'visible') return
    stop()
    act()
  }
  const stop = (): void => document.removeEventListener('visibilitychange', check)
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}

/** Marks the application that is open as read, with the answers that the page shows. */
export function useMarkRead(response: ApplicationResponse | undefined): void {
  const client = useQueryClient()
  const application = response?.application
  const id = application?.id
  const revision = application?.answers_revision ?? 0
  // While the application is open, its record can be newer than `changes`, which follow.
  const isShown = revision === 0 || response?.changes?.at(-1)?.revision === revision
  const isUnread = application !== undefined && (application.read_at === null || revision > application.seen_revision)

  useEffect(() => {
    if (id === undefined || !isShown || !isUnread || !may(routes.markRead)) return
    const mark = async (): Promise<void> => {
      if (isDeleted(id)) return
      const marked = await call(routes.markRead, { at: { id }, body: { answers_revision: revision } })
      const before = client.getQueryData<ApplicationResponse>(['application', id])?.application.revision ?? 0
      mergeResponse(client, marked)
      void client.invalidateQueries({ queryKey: unreadCountKey })
      // Its event would find the record current, and would not load the answers, requests and history.
      if (marked.application.revision > before) void client.invalidateQueries({ queryKey: ['application', id] })
    }
    return whenVisible(() => void mark().catch((error: unknown) => reportFailure('marking an application as read', error)))
  }, [client, id, isShown, isUnread, revision])
}
