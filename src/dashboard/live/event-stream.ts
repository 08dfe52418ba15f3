import { paths } from '../../api/paths.ts'
import type { LiveEvent } from '../../api/replies.ts'
import { minute, second } from '../../shared/dates.ts'

export interface EventListeners {
  /** Something happened. */
  event(event: LiveEvent): unknown
  /** Some time went by in which nothing was heard: what is shown may be old. */
  missed(): void
  /** The session is over. */
  ended(): void
}

/** The list is loaded and painted before the desk keeps a connection open. Milliseconds. */
const patience = second

/**
 * Hears what happens to applications, until the returned function is called. A hidden tab hears nothing: a browser opens few connections to
 * one server, and someone may have many tabs.
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
    const opened = new EventSource(paths.events)
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
      // It calls again by itself, unless it was refused: no session, or too many of us.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, minute)
    })
  }

  const changed = (): void => (document.hidden ? stop() : open())
  document.addEventListener('visibilitychange', changed)
  timer = setTimeout(open, patience)
  return () => {
    document.removeEventListener('visibilitychange', changed)
    stop()
  }
}
