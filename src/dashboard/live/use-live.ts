import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListResponse } from '../../api/responses.ts'
import { second } from '../../shared/dates.ts'
import { type Pages, reconciled } from '../applications/cache.ts'
import type { Filters } from '../applications/filters.ts'
import { listQuery, loadPage } from '../applications/queries.ts'
import { listen } from './event-stream.ts'
import { applyLiveEvent, newIn, withNew } from './live-events.ts'
import { reloadList } from './reload-list.ts'

/** A pointer that has not moved for this many milliseconds is at rest. */
const restMs = second

/** Whether rows may be inserted at the top: it is visible, and the pointer is not moving over the list. */
function isAtRest(list: Element | null, pointedAt: number): boolean {
  return list === null || (list.getBoundingClientRect().top >= 0 && performance.now() - pointedAt > restMs)
}

/** When the pointer last moved over the list, as `performance.now()`. */
function usePointedAt(): { readonly current: number } {
  const pointedAt = useRef(-restMs)
  useEffect(() => {
    const point = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[data-list]') !== null) pointedAt.current = performance.now()
    }
    for (const kind of ['pointermove', 'pointerdown']) document.addEventListener(kind, point, { passive: true })
    return () => {
      for (const kind of ['pointermove', 'pointerdown']) document.removeEventListener(kind, point)
    }
  }, [])
  return pointedAt
}

/** A first page of the list that was loaded after an event and is not shown yet. */
interface NewPage {
  /** Loads the page again. If that fails, the next event or the next polled counts load it. */
  load(): Promise<void>
  /** Loads the list's own pages again, without new applications. */
  reload(): Promise<void>
  /** The number of its applications that the list does not show yet; undefined if no page was loaded. */
  readonly held: number | undefined
  /** Puts them at the top of the list. */
  show(): void
  /** Drops the page: the list has all of it. */
  clear(): void
}

function useNewPage(filters: Filters): NewPage {
  const client = useQueryClient()
  const [firstPage, setFirstPage] = useState<{ readonly response: ListResponse; readonly requestedAt: number }>()
  const { queryKey } = listQuery(filters)
  const key = JSON.stringify(queryKey)
  const shown = useRef({ filters, key })
  shown.current = { filters, key }

  // The same function for all filters: the event stream stays open when they change, so that no event is missed.
  const load = useCallback(async (): Promise<void> => {
    const { filters, key } = shown.current
    if (client.getQueryData<Pages>(listQuery(filters).queryKey) === undefined) return
    try {
      const requestedAt = performance.now()
      const response = await loadPage(filters)
      // Otherwise the response has applications of another list: the filters changed while it was loading.
      if (shown.current.key === key) setFirstPage({ response, requestedAt })
    } catch {
      // tried again later
    }
  }, [client])

  const reload = useCallback(() => reloadList(client, shown.current.filters), [client])

  /** The loaded page with the changes since then. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the filters
  const current = useCallback(() => firstPage && reconciled(firstPage.response, firstPage.requestedAt, filters), [firstPage, key])

  const clear = useCallback(() => setFirstPage(undefined), [])
  const show = useCallback(() => {
    const page = current()
    if (page === undefined) return
    client.setQueryData<Pages>(queryKey, (pages) => pages && withNew(pages, page))
    setFirstPage(undefined)
  }, [client, current, queryKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another first page
  useEffect(clear, [key])

  const page = current()
  const pages = client.getQueryData<Pages>(queryKey)
  const held = page && (pages === undefined ? 0 : newIn(pages, page).length)
  return { load, reload, held, show, clear }
}

/** Applies live events, and loads the first page when an application arrives; the whole list when events were missed. */
function useEvents({ load, reload }: Pick<NewPage, 'load' | 'reload'>): void {
  const client = useQueryClient()
  useEffect(
    () =>
      listen({
        event: async (event) => {
          if (!(await applyLiveEvent(client, event))) return
          if (event.many) await reload()
          await load()
        },
        missed: () => {
          void client.invalidateQueries({ queryKey: ['stats'] })
          void client.invalidateQueries({ queryKey: ['application'] })
          void client.invalidateQueries({ queryKey: ['related'] })
          void reload().then(load)
        },
        ended: () => void client.invalidateQueries({ queryKey: ['session'] }),
      }),
    [client, load, reload],
  )
}

/**
 * Keeps the desk current by live events. New applications appear while the top of the list is visible; further down, or under a moving pointer,
 * they are counted in `held` until `show` is called or the top is visible again: the list does not move while it is read.
 * @param total the number of all applications
 */
export function useLive(filters: Filters, total: number | undefined): { readonly held: number; show(): void } {
  const { load, reload, held, show, clear } = useNewPage(filters)
  const pointedAt = usePointedAt()
  useEvents({ load, reload })

  // Without an event stream, the polled counts show that an application arrived.
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current !== undefined && total !== undefined && total > before.current) void load()
    before.current = total
  }, [total, load])

  useEffect(() => {
    if (held === undefined) return
    if (held === 0) return clear()
    const tryIt = (): void => {
      if (isAtRest(document.querySelector('[data-list]'), pointedAt.current)) show()
    }
    tryIt()
    const timer = setInterval(tryIt, 250)
    return () => clearInterval(timer)
  }, [held, show, clear, pointedAt])

  return { held: held ?? 0, show }
}
