import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { insightsUrl, readScope, type Scope } from './range.ts'

const listeners = new Set<() => void>()

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('popstate', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('popstate', changed)
  }
}

/** What the address bar says that the plots are of, and how to change it; each change is a step for Back. */
export function useScope(): readonly [Scope, (change: Partial<Scope>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const scope = useMemo(() => readScope(search), [search])
  const go = useCallback((change: Partial<Scope>) => {
    history.pushState(null, '', insightsUrl({ ...readScope(location.search), ...change }))
    for (const listener of listeners) listener()
  }, [])
  return [scope, go]
}
