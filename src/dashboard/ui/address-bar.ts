import { useCallback, useMemo, useSyncExternalStore } from 'react'

const address = (): string => `${location.pathname}${location.search}`

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** Changes a part of the state in the address bar. `push` adds a step for Back, `replace` does not. */
export type Go<State> = (change: Partial<State>, how?: 'push' | 'replace') => void

/** The state that the address bar holds, and how to change it. Both functions must be stable. */
export function useAddressBar<State>(read: (url: URL) => State, toUrl: (state: State) => string): readonly [State, Go<State>] {
  const current = useSyncExternalStore(subscribe, address)
  const state = useMemo(() => read(new URL(current, location.origin)), [current, read])
  const go = useCallback<Go<State>>(
    (change, how = 'push') => {
      const next = toUrl({ ...read(new URL(location.href)), ...change })
      if (next === address()) return
      if (how === 'push') history.pushState({ desk: true }, '', next)
      else history.replaceState(history.state, '', next)
      // The browser reports only steps through the history.
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    },
    [read, toUrl],
  )
  return [state, go]
}
