import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { second } from '../../shared/dates.ts'

/** What is still open after so long waits for nothing that we will say. Milliseconds. */
const patienceMs = 5 * second

/**
 * Watches a server's connections, and returns what closes it: no new ones are taken, answers under way are finished, and connections
 * without a request end at once, also those that a browser opened ahead and never used, which Node itself would wait for.
 */
export function closing(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const late = setTimeout(() => server.closeAllConnections(), patienceMs)
    // A connection that has just been answered is idle a moment later.
    const idle = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    await closed
    clearTimeout(late)
    clearInterval(idle)
  }
}
