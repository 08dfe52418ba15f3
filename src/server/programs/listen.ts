import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { second } from '../../shared/dates.ts'
import type { Assembled } from '../assemble.ts'
import { type Config, ConfigFault } from '../config.ts'

/** How long a client may take for its headers, and for a request with its body: the form gives an upload up after 120 s. Milliseconds. */
const requestTimeouts = { headersTimeout: 10 * second, requestTimeout: 130 * second, connectionsCheckingInterval: 5 * second }

/** Why the server cannot listen, as the setting that is to be changed. */
function cannotListen(error: NodeJS.ErrnoException, { PORT, HOST }: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigFault(`PORT: got ${PORT}, which another program uses; it takes a port that is free`)
  if (error.code === 'EACCES') return new ConfigFault(`PORT: got ${PORT}, which this user may not use; it takes one above 1023`)
  if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL' || error.code === 'EINVAL')
    return new ConfigFault(`HOST: got ${JSON.stringify(HOST)}; it takes a name or an address of this machine`)
  return error
}

/** Connections that are still open after this are cut. Milliseconds. */
const closeTimeoutMs = 5 * second

/**
 * Watches a server's connections, and returns a function that closes it: new connections are refused, responses under way are finished, and connections
 * without a request end at once, also those that a browser opened ahead and never used, which Node itself would wait for.
 */
function closing(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const late = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
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

/** Listens where the settings say. @returns what closes the server, and its port. @throws ConfigFault */
export async function listen({ app, answer }: Pick<Assembled, 'app' | 'answer'>, config: Config) {
  const answerByApp = getRequestListener(app.fetch)
  const server = createServer(requestTimeouts, (request, response) => answer(request, response) || answerByApp(request, response))
  const close = closing(server)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve).once('error', (error) => reject(cannotListen(error, config)))
    server.listen(config.PORT, config.HOST || undefined)
  })
  const address = server.address()
  return { close, port: typeof address === 'object' && address !== null ? address.port : config.PORT }
}
