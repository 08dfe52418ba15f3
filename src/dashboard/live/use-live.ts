import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListReply } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { type Pages, reconciled } from '../applications/cache.ts'
import type { Filters } from '../applications/filters.ts'
import { listQuery, loadPage } from '../applications/list-query.ts'
import { listen } from './event-stream.ts'
import { applyLiveEvent, newIn, withNew } from './live-events.ts'

/** A pointer that has not moved for this many milliseconds is at rest. */
const restMs = second

/** Whether rows may be inserted at the top: it is visible, and the pointer is not moving over the list. */
function isAtRest(list: Element | null, pointedAt: number): boolean {
  return list === null || (list.getBoundingClientRect().top >= 0 && performance.now() - pointedAt > restMs)
}

/**
 * Keeps the desk current by live events. New applications appear while the top of the list is visible; further down, or under a moving pointer,
 * they are counted in `held` until `show` is called or the top is visible again: the list does not move while it is read.
 * @param total the number of all applications
 */
export function useLive(filters: Filters, total: number | undefined): { readonly held: number; show(): void } {
  const client = useQueryClient()
  const [firstPage, setFirstPage] = useState<{ readonly reply: ListReply; readonly requestedAt: number }>()
  const pointedAt = useRef(-restMs)
  const { queryKey } = listQuery(filters)
  const key = JSON.stringify(queryKey)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the filters
  const loadFirstPage = useCallback(async (): Promise<void> => {
    if (client.getQueryData<Pages>(queryKey) === undefined) return
    try {
      const requestedAt = performance.now()
      setFirstPage({ reply: await loadPage(filters), requestedAt: requestedAt })
    } catch {
      // The next event, or the next counts, try again.
    }
  }, [client, key])

  /** The loaded first page with the changes since then. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the filters
  const first = useCallback(() => firstPage && reconciled(firstPage.reply, firstPage.requestedAt, filters), [firstPage, key])

  const show = useCallback(() => {
    const page = first()
    if (page === undefined) return
    client.setQueryData<Pages>(queryKey, (pages) => pages && withNew(pages, page))
    setFirstPage(undefined)
  }, [client, first, queryKey])

  useEffect(() => {
    const stop = listen({
      event: async (event) => {
        if (await applyLiveEvent(client, event)) await loadFirstPage()
      },
      missed: () => {
        void client.invalidateQueries({ queryKey: ['stats'] })
        void client.invalidateQueries({ queryKey: ['application'] })
        void loadFirstPage()
      },
      ended: () => void client.invalidateQueries({ queryKey: ['session'] }),
    })
    return stop
  }, [client, loadFirstPage])

  // Without an event stream, the polled counts tell that an application came in.
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current !== undefined && total !== undefined && total > before.current) void loadFirstPage()
    before.current = total
  }, [total, loadFirstPage])

  useEffect(() => {
    const point = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[data-list]') !== null) pointedAt.current = performance.now()
    }
    for (const kind of ['pointermove', 'pointerdown']) document.addEventListener(kind, point, { passive: true })
    return () => {
      for (const kind of ['pointermove', 'pointerdown']) document.removeEventListener(kind, point)
    }
  }, [])

  const page = first()
  const pages = client.getQueryData<Pages>(queryKey)
  const held = page === undefined || pages === undefined ? 0 : newIn(pages, page).length

  useEffect(() => {
    if (firstPage === undefined) return
    if (held === 0) return setFirstPage(undefined)
    const tryIt = (): void => {
      if (isAtRest(document.querySelector('[data-list]'), pointedAt.current)) show()
    }
    tryIt()
    const timer = setInterval(tryIt, 250)
    return () => clearInterval(timer)
  }, [firstPage, held, show])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another first page
  useEffect(() => setFirstPage(undefined), [key])

  return { held, show }
}
