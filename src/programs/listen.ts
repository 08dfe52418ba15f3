import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { getRequestListener } from '@hono/node-server'
import { type Config, ConfigFault } from '../server/config.ts'
import { largestBodyBytes } from '../server/http/body-pieces.ts'
import { minute, second } from '../shared/dates.ts'
import { maxUploadMs } from '../shared/upload-times.ts'
import type { Assembled } from './start/assemble.ts'

/**
 * The time limits for headers, and for a request with its body, milliseconds. The second is a last resort, longer than the slowest upload with its wait for
 * memory: `http/body-pieces.ts` ends bodies that arrive too slowly.
 */
export const requestTimeouts = {
  headersTimeout: 10 * second,
  requestTimeout: maxUploadMs(largestBodyBytes) + minute,
  connectionsCheckingInterval: 5 * second,
  // Longer than the proxies keep an idle connection (nginx 60 s): a request that a proxy sends just as the server closes the connection is lost.
  keepAliveTimeout: 75 * second,
}

/** A connection over which nothing is sent or received for this time is closed: one whose refused body is discarded, for instance. */
const silenceMs = 2 * minute

/** Descriptors for files, the database and mail. */
const otherDescriptors = 60

/** How many connections are open at a time. Each takes a descriptor. */
function maxConnections(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Math.max(10, Math.min(4_000, Number(limit ?? 4_000) - otherDescriptors))
  } catch {
    // Another operating system than Linux.
    return 4_000
  }
}

/** Watches a server's connections. @returns a function that closes idle ones, and the oldest of those that were never used, for which Node.js would wait */
function idleCloser(server: Server): (mostUnused: number) => void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return (mostUnused) => {
    server.closeIdleConnections()
    const unused = [...sockets].filter(({ bytesRead }) => bytesRead === 0)
    for (const socket of unused.slice(0, mostUnused)) socket.destroy()
  }
}

/** Why the server cannot listen, with the setting to change. */
function cannotListen(error: NodeJS.ErrnoException, { PORT, HOST }: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigFault(`PORT: got ${PORT}, which another program uses; it takes a port that is free`)
  if (error.code === 'EACCES') return new ConfigFault(`PORT: got ${PORT}, which this user may not use; it takes one above 1023`)
  if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL' || error.code === 'EINVAL')
    return new ConfigFault(`HOST: got ${JSON.stringify(HOST)}; it takes a name or an address of this machine`)
  return error
}

/** When the server stops, connections that are still open after this time are closed by force. */
const closeTimeoutMs = 5 * second

/** When the server stops, a proxy's connections stay open this long after the last request, because another request may be in transit. */
const quietMs = second / 2

/**
 * @returns a function that closes the server: it refuses new connections, finishes responses in progress, and closes idle connections
 * @param isProxied whether a proxy keeps connections open for later requests. A proxy does not repeat a submission when its connection ends without a
 * response. So each connection accepts one more request, whose response closes it, and idle ones are closed after a pause without requests.
 */
function closing(server: Server, isProxied: boolean, closeIdle: ReturnType<typeof idleCloser>): () => Promise<void> {
  return async () => {
    // First accept the connections that the operating system has accepted already.
    await nextTurn()
    // The `close` method of http.Server would close unused connections immediately.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    let lastRequest = performance.now()
    server.prependListener('request', (_, response) => {
      lastRequest = performance.now()
      response.setHeader('Connection', 'close')
    })
    const force = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
    // Repeated, because a connection becomes idle only after its response.
    const idle = setInterval(() => {
      if (isProxied && performance.now() - lastRequest < quietMs) return
      closeIdle(Number.POSITIVE_INFINITY)
    }, 50)
    await closed
    clearTimeout(force)
    clearInterval(idle)
  }
}

/**
 * Listens on the configured address.
 * @returns the port, a function that closes the server, and one that loads the app; the first request that needs the app loads it too
 * @throws ConfigFault when it cannot listen
 */
export async function listen({ loadApp: open, answer }: Pick<Assembled, 'loadApp' | 'answer'>, config: Config) {
  let loaded: Promise<ReturnType<typeof getRequestListener>> | undefined
  const load = async () => {
    const [app, { getRequestListener: listenerOf }] = await Promise.all([open(), import('@hono/node-server')])
    // Node.js discards the rest of a refused body itself, and waits longer for it.
    return listenerOf(app.fetch, { autoCleanupIncoming: false })
  }
  const loadApp = () => {
    loaded ??= load()
    return loaded
  }
  const server = createServer(requestTimeouts, (request, response) => {
    if (!answer(request, response)) void loadApp().then((answerByApp) => answerByApp(request, response))
  })
  server.timeout = silenceMs
  server.maxConnections = maxConnections()
  const closeIdle = idleCloser(server)
  // Idle connections make room when there are too many.
  server.on('drop', () => closeIdle(20))
  const close = closing(server, config.TRUST_PROXY > 0, closeIdle)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve).once('error', (error) => reject(cannotListen(error, config)))
    server.listen(config.PORT, config.HOST || undefined)
  })
  const address = server.address()
  return { close, loadApp, port: typeof address === 'object' && address !== null ? address.port : config.PORT }
}
