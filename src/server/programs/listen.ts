import { createServer, type Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { second } from '../../shared/dates.ts'
import type { Assembled } from '../assemble.ts'
import { type Config, ConfigFault } from '../config.ts'
import { discardRest, mayBeLarge } from '../http/sent.ts'

/** How long a client may take for its headers, and for a request with its body: the form gives an upload up after 120 s. Milliseconds. */
export const requestTimeouts = {
  headersTimeout: 10 * second,
  requestTimeout: 130 * second,
  connectionsCheckingInterval: 5 * second,
}

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

/** How long a proxy's connections stay open after the last request when the server stops: another may be on its way. Milliseconds. */
const quietMs = second / 2

/**
 * Watches a server's connections, and returns a function that closes it: new connections are refused, responses under way are finished, and connections
 * without a request end, also those that a browser opened ahead and never used, which Node itself would wait for.
 * @param isProxied whether a proxy keeps connections for its next requests. A proxy does not repeat a submission that it sent on a connection which
 * then ended; so each connection takes one more request, whose response says that it closes, and ends when no request has come for a while.
 */
function closing(server: Server, isProxied: boolean): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async () => {
    // connections that the system has taken for the server already are accepted first
    await turn()
    // the method of http.Server would end unused connections at once
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    let lastRequest = performance.now()
    server.prependListener('request', (_, response) => {
      lastRequest = performance.now()
      response.setHeader('Connection', 'close')
    })
    const late = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
    // A connection that has just been answered is idle a moment later.
    const idle = setInterval(() => {
      if (isProxied && performance.now() - lastRequest < quietMs) return
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
  const server = createServer(requestTimeouts, (request, response) => {
    // before Node.js does, which listens earlier, but for a later event
    if (mayBeLarge(request)) response.once('prefinish', () => discardRest(request))
    return answer(request, response) || answerByApp(request, response)
  })
  const close = closing(server, config.TRUST_PROXY > 0)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve).once('error', (error) => reject(cannotListen(error, config)))
    server.listen(config.PORT, config.HOST || undefined)
  })
  const address = server.address()
  return { close, port: typeof address === 'object' && address !== null ? address.port : config.PORT }
}
