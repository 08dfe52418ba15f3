import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { paths } from '../../api/paths.ts'
import type { LiveEvent } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { Routes } from '../http/routes.ts'
import type { Session } from '../storage/auth-port.ts'
import type { Watch } from './watch.ts'

/** How often a stream says that it is still there, and looks whether its session is. Milliseconds. */
const heartbeatMs = 2 * second
/** Streams that this server keeps open, at most; a desk that gets none asks every half minute instead. */
const maxStreams = 50

interface Live {
  readonly watch: Watch
  /** Whether a session still isActive. */
  isActive(session: Session): Promise<boolean>
  /** Ends every stream, for a server that stops. */
  readonly stopped: AbortSignal
}

/** What happens to applications, told as it happens (server-sent events). Behind `adminOnly`. */
export function liveRoutes({ watch, isActive, stopped }: Live): Routes {
  const app = new Routes('admin')
  let open = 0

  /** Writes what happens to `stream`; resolves when the session or the server ends, or the reader has gone. */
  const news = (stream: SSEStreamingApi, session: Session): Promise<void> =>
    new Promise((resolve) => {
      const writeEvent = (event: LiveEvent): void => void stream.writeSSE({ event: 'news', data: JSON.stringify(event) })
      const unsubscribe = watch.subscribe(writeEvent)
      const heartbeat = setInterval(async () => {
        if (await isActive(session).catch(() => true)) await stream.write(': still here\n\n')
        else end('ended')
      }, heartbeatMs)
      const expiry = setTimeout(() => end('ended'), Math.max(0, session.expiresAt.getTime() - Date.now()))
      const end = (reason?: 'ended'): void => {
        unsubscribe()
        clearInterval(heartbeat)
        clearTimeout(expiry)
        stopped.removeEventListener('abort', stop)
        // The desk closes at this, and does not call again.
        if (reason === 'ended') void stream.writeSSE({ event: 'ended', data: '' }).then(() => resolve())
        else resolve()
      }
      const stop = (): void => end()
      stopped.addEventListener('abort', stop)
      stream.onAbort(stop)
      void stream.write(': listening\nretry: 5000\n\n')
    })

  app.get(paths.events, (context) => {
    if (stopped.aborted || open >= maxStreams) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: 30 })
    const session = context.get('session')
    // nginx would collect what is to be told at once
    context.header('X-Accel-Buffering', 'no')
    // HEAD asks what GET would answer: it opens no stream, and takes nobody's slot
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' })
    return streamSSE(context, async (stream) => {
      open += 1
      try {
        await news(stream, session)
      } finally {
        open -= 1
      }
    })
  })

  return app
}
