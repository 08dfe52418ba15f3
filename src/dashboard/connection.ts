import { useSyncExternalStore } from 'react'
import { paths } from '../api/paths.ts'
import { second } from '../shared/dates.ts'
import { serverNow } from './server-time.ts'

/** Start of the current outage; undefined while the server answers. */
let since: Date | undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Milliseconds until the next probe. */
const pauseMs = (): number => Math.min(2 * second * 2 ** failures, 15 * second)

function set(next: Date | undefined): void {
  since = next
  failures = 0
  clearTimeout(timer)
  if (since !== undefined && listeners.size > 0) timer = setTimeout(probe, pauseMs())
  for (const listener of listeners) listener()
}

async function probe(): Promise<void> {
  clearTimeout(timer)
  const isBack = await fetch(paths.ready).then(
    ({ ok }) => ok,
    () => false,
  )
  if (since === undefined) return
  if (isBack) return set(undefined)
  failures += 1
  if (listeners.size > 0) timer = setTimeout(probe, pauseMs())
}

const probeNow = (): void => {
  if (since !== undefined && !document.hidden) void probe()
}

/** The status codes of a proxy without a server, and of a server that is not ready. */
const isAwayStatus = (status: number): boolean => status === 502 || status === 503 || status === 504

/** Updates whether the server answers, from the status of a response; 0 means no response. */
export function noteStatus(status: number): void {
  const isAway = status === 0 || isAwayStatus(status)
  if (isAway && since === undefined) set(serverNow())
  else if (!isAway && since !== undefined) set(undefined)
}

/** Start of the current outage; undefined while the server answers. */
export const offlineSince = (): Date | undefined => since

/** Calls `changed` when an outage begins or ends, and probes the server during one. Returns the function that stops both. */
export function onConnection(changed: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', probeNow)
    document.addEventListener('visibilitychange', probeNow)
  }
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearTimeout(timer)
    window.removeEventListener('online', probeNow)
    document.removeEventListener('visibilitychange', probeNow)
  }
}

export const useOfflineSince = (): Date | undefined => useSyncExternalStore(onConnection, offlineSince, () => undefined)
