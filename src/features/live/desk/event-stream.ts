import { minute, second } from '../../../shared/dates.ts'
import { type LiveEvent, liveRoutes } from '../api.ts'

interface EventListeners {
  /** Applications changed. */
  event(event: LiveEvent): unknown
  /** The connection was interrupted: cached data may be stale. */
  missed(): void
  /** The session is over. */
  ended(): void
}

/** Milliseconds before the first connection, so that the list loads first. */
const connectDelayMs = second

/**
 * Listens to the server's events until the returned function is called. A hidden tab disconnects: a browser opens few connections per server,
 * and there may be many tabs.
 */
export function listen({ event, missed, ended }: EventListeners): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false

  const stop = (): void => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  const open = (): void => {
    stop()
    if (document.hidden) return
    const opened = new EventSource(liveRoutes.events.path)
    source = opened
    opened.addEventListener('open', () => {
      if (wasOpen) missed()
      wasOpen = true
    })
    opened.addEventListener('news', ({ data }: MessageEvent<string>) => event(JSON.parse(data) as LiveEvent))
    opened.addEventListener('ended', () => {
      stop()
      ended()
    })
    opened.addEventListener('error', () => {
      // The browser reconnects, except after a refusal: no session, or too many connections.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, minute)
    })
  }

  const changed = (): void => (document.hidden ? stop() : open())
  document.addEventListener('visibilitychange', changed)
  timer = setTimeout(open, connectDelayMs)
  return () => {
    document.removeEventListener('visibilitychange', changed)
    stop()
  }
}
