import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { Routes } from '../../server/http/routes.ts'
import type { Session } from '../../server/records/access/port.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type LiveEvent, liveRoutes as routes } from './api.ts'
import type { Watch } from './watch.ts'

/** How often a stream sends a heartbeat, and checks its session. */
const heartbeatMs = 2 * second
/** The limit of open streams. A desk without a stream polls every half minute instead. */
const maxStreams = 50
/** Of these, the streams that all helpers have: the others are the admin's. */
const maxOfHelpers = 30

interface Live {
  readonly watch: Watch
  /** Whether a session is still active. */
  isActive(session: Session): Promise<boolean>
  /** Ends every stream, for a server that stops. */
  readonly stopped: AbortSignal
}

export function liveRoutes({ watch, isActive, stopped }: Live): Routes {
  const open = new Set<Session>()

  /** Writes changes to `stream`. Resolves when the session ends, the server stops, or the client disconnects. */
  const news = (stream: SSEStreamingApi, session: Session): Promise<void> =>
    new Promise((resolve) => {
      // Nothing more goes to a session that has ended, also on another node.
      const writeEvent = async (event: LiveEvent): Promise<void> => {
        if (await isActive(session).catch(() => true)) await stream.writeSSE({ event: 'news', data: JSON.stringify(event) })
        else end('ended')
      }
      const unsubscribe = watch.subscribe((event) => void writeEvent(event))
      const heartbeat = setInterval(async () => {
        if (await isActive(session).catch(() => true)) await stream.write(': still here\n\n')
        else end('ended')
      }, heartbeatMs)
      const end = (reason?: 'ended'): void => {
        unsubscribe()
        clearInterval(heartbeat)
        stopped.removeEventListener('abort', stop)
        // At this event the desk closes the stream and does not reconnect.
        if (reason === 'ended') void stream.writeSSE({ event: 'ended', data: '' }).then(() => resolve())
        else resolve()
      }
      const stop = (): void => end()
      stopped.addEventListener('abort', stop)
      stream.onAbort(stop)
      void stream.write(': listening\nretry: 5000\n\n')
    })
  return new Routes('admin').on(routes.events, (context) => {
    const session = context.get('session')
    const ofHelpers = [...open].filter(({ helper }) => helper !== undefined).length
    if (stopped.aborted || open.size >= maxStreams || (session.helper !== undefined && ofHelpers >= maxOfHelpers))
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: 30 })
    // Without this header nginx buffers the events.
    context.header('X-Accel-Buffering', 'no')
    // HEAD gets the headers only: it opens no stream, and does not count.
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' })
    return streamSSE(context, async (stream) => {
      open.add(session)
      try {
        await news(stream, session)
      } finally {
        open.delete(session)
      }
    })
  })
}
