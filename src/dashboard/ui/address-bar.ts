import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'

const address = (): string => `${location.pathname}${location.search}${location.hash}`

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** The address of the window: path, query and fragment. */
export const useAddress = (): string => useSyncExternalStore(subscribe, address)

/** The address of the page in which a component is: that of the window, or the last one that it had before another page took its place. */
export const PageAddress = createContext('/')

/** The address of the page in which a component is. */
export function usePageUrl(): URL {
  const at = useContext(PageAddress)
  return useMemo(() => new URL(at, location.origin), [at])
}

/** The text after the `#` of that address; undecoded where a `%` in it means nothing. */
export function usePageFragment(): string {
  const fragment = usePageUrl().hash.slice(1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Whether a step to a page of the desk changes nothing but the address. */
export type How = 'push' | 'replace'

/** Shows another address of the desk, without loading a page. */
export function navigate(to: string, how: How = 'push'): void {
  if (to === address()) return
  if (how === 'push') history.pushState({ desk: true }, '', to)
  else history.replaceState(history.state, '', to)
  // The browser itself fires this event only for steps through the history.
  window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

/** For the answer of a call: a function that shows another part of the page, unless the window was taken elsewhere meanwhile. */
export function fromHere(): (fragment: string) => void {
  const { href } = location
  return (fragment) => {
    if (location.href === href) location.hash = fragment
  }
}

/** Changes a part of the state in the address bar. `push` adds a history step, `replace` does not. */
type Navigate<State> = (change: Partial<State>, how?: How) => void

/** The state in the address of the page, and a function that changes it. Both parameters must be stable functions. */
export function useAddressBar<State>(
  read: (url: URL) => State,
  toUrl: (state: State) => string,
): readonly [State, Navigate<State>] {
  const url = usePageUrl()
  const state = useMemo(() => read(url), [url, read])
  const go = useCallback<Navigate<State>>(
    (change, how) => navigate(toUrl({ ...read(new URL(location.href)), ...change }), how),
    [read, toUrl],
  )
  return [state, go]
}
