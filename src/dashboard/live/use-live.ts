import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListReply } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { type Pages, reconciled } from '../applications/cache.ts'
import type { Filters } from '../applications/filters.ts'
import { listQuery, loadPage } from '../applications/list-query.ts'
import { listen } from './event-stream.ts'
import { applyLiveEvent, newIn, withNew } from './live-events.ts'

/** A pointer that has not moved for so long points at nothing. Milliseconds. */
const restMs = second

/** Whether rows may come in at the top: the top is in sight, and nobody is about to press something in the list. */
function isAtRest(list: Element | null, pointedAt: number): boolean {
  return list === null || (list.getBoundingClientRect().top >= 0 && performance.now() - pointedAt > restMs)
}

/**
 * Keeps the desk at what is true. What came in shows by itself while the list's top is in sight; further down, or under a moving pointer, it is
 * counted in `held` until `show` is called or the top is in sight again: what is read does not move. `total` is how many there are in all.
 */
export function useLive(filters: Filters, total: number | undefined): { readonly held: number; show(): void } {
  const client = useQueryClient()
  const [firstPage, setFirstPage] = useState<{ readonly reply: ListReply; readonly requestedAt: number }>()
  const pointedAt = useRef(-restMs)
  const { queryKey } = listQuery(filters)
  const key = JSON.stringify(queryKey)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says all of the filters
  const loadFirstPage = useCallback(async (): Promise<void> => {
    if (client.getQueryData<Pages>(queryKey) === undefined) return
    try {
      const requestedAt = performance.now()
      setFirstPage({ reply: await loadPage(filters), requestedAt: requestedAt })
    } catch {
      // It is tried again by the next news, or by the next numbers.
    }
  }, [client, key])

  /** The list's first page as the news have it, which may have waited for a while. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says all of the filters
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

  // Where nothing can be heard, the numbers say that something came in: they are asked for every half minute.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, other news
  useEffect(() => setFirstPage(undefined), [key])

  return { held, show }
}
