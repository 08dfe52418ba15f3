import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type Place, placeUrl, readPlace } from './url-state.ts'

const listeners = new Set<() => void>()

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('popstate', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('popstate', changed)
  }
}

const address = (): string => `${location.pathname}${location.search}`

/**
 * The view that the address bar says, and how to go to another. `push` leaves a step for Back, `replace` does not.
 */
export function usePlace(): readonly [Place, (change: Partial<Place>, how?: 'push' | 'replace') => void] {
  const now = useSyncExternalStore(subscribe, address)
  const place = useMemo(() => {
    const url = new URL(now, location.origin)
    return readPlace(url)
  }, [now])
  const go = useCallback((change: Partial<Place>, how: 'push' | 'replace' = 'push') => {
    const next = placeUrl({ ...readPlace(location), ...change })
    if (next === address()) return
    if (how === 'push') history.pushState({ desk: true }, '', next)
    else history.replaceState(history.state, '', next)
    for (const listener of listeners) listener()
  }, [])
  return [place, go]
}
