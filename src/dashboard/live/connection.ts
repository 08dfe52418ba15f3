import { useSyncExternalStore } from 'react'
import { paths } from '../../api/paths.ts'
import { second } from '../../shared/dates.ts'

/** Since when the server gives no answer; undefined while it does. */
let since: Date | undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Milliseconds until it is asked again. */
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

/** What a proxy, or the server itself, says when there is nobody to answer. */
const isAwayStatus = (status: number): boolean => status === 502 || status === 503 || status === 504

/** Learns from a call's answer, or from its absence (status 0), whether the server is there. */
export function noteStatus(status: number): void {
  const isAway = status === 0 || isAwayStatus(status)
  if (isAway && since === undefined) set(new Date())
  else if (!isAway && since !== undefined) set(undefined)
}

/** Since when the server gives no answer; undefined while it does. */
export const offlineSince = (): Date | undefined => since

/** Calls `changed` when the server goes away or comes back, and asks for it meanwhile; returns what stops that. */
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
