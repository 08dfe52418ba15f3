import { useCallback, useMemo, useSyncExternalStore } from 'react'

const address = (): string => `${location.pathname}${location.search}`

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** Changes a part of the state in the address bar. `push` adds a history step, `replace` does not. */
type Navigate<State> = (change: Partial<State>, how?: 'push' | 'replace') => void

/** The state in the address bar, and a function that changes it. Both parameters must be stable functions. */
export function useAddressBar<State>(
  read: (url: URL) => State,
  toUrl: (state: State) => string,
): readonly [State, Navigate<State>] {
  const current = useSyncExternalStore(subscribe, address)
  const state = useMemo(() => read(new URL(current, location.origin)), [current, read])
  const go = useCallback<Navigate<State>>(
    (change, how = 'push') => {
      const next = toUrl({ ...read(new URL(location.href)), ...change })
      if (next === address()) return
      if (how === 'push') history.pushState({ desk: true }, '', next)
      else history.replaceState(history.state, '', next)
      // The browser itself fires this event only for steps through the history.
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    },
    [read, toUrl],
  )
  return [state, go]
}
