/** Runs something once the browser has time for it; returns what stops that. (Safari cannot tell.) */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(run, 50)
  return () => clearTimeout(handle)
}
