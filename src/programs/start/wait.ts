/**
 * Resolves after `ms` milliseconds, or as soon as the signal is aborted; never rejects. The outbox aborts two waits for each letter, and the promise of
 * `node:timers/promises` creates an error with a stack trace for each.
 */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
