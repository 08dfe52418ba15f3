import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { largestBodyBytes, paces, watchPace } from './pace.ts'

/** A request whose body is to be read. */
export interface Sent {
  /** A header by its name in lower case. */
  header(name: string): string | undefined
  /** Calls `onPiece` with each piece of the body, which is valid during the call only. Resolves at the end; rejects when the connection is closed before. */
  read(onPiece: (piece: Uint8Array) => void): Promise<void>
}

/** Smaller buffers are left to the garbage collector. */
const minReleasedBytes = 16 * 1024

/** Frees memory immediately; nothing may use it after this. V8 would collect it only after a hundred megabytes of such garbage. */
export function release(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= minReleasedBytes) buffer.transfer(0)
}

/** Reads a web `Request`. */
const ofWeb = (request: Request): Sent => ({
  header: (name) => request.headers.get(name) ?? undefined,
  read: async (onPiece) => {
    for await (const piece of request.body ?? []) onPiece(piece)
  },
})

/** How many pieces of one body are read in a turn of the event loop: a fast client has thirty ready, of 64 KB each, and all others would wait. */
const piecesPerTurn = 8

/** Reads a body, and frees its pieces. */
function flow(incoming: IncomingMessage, onPiece: (piece: Uint8Array) => void): void {
  let pieces = 0
  incoming.on('data', (piece: Buffer) => {
    onPiece(piece)
    if (piece.byteLength === piece.buffer.byteLength) release(piece.buffer)
    pieces += 1
    if (pieces % piecesPerTurn > 0) return
    incoming.pause()
    setImmediate(() => incoming.resume())
  })
}

/** Reads a request of Node.js, without a web stream in between. */
export const ofNode = (incoming: IncomingMessage): Sent => ({
  header: (name) => {
    const value = incoming.headers[name]
    return typeof value === 'string' ? value : undefined
  },
  read: (onPiece) =>
    new Promise((resolve, reject) => {
      const cutOff = (): void => reject(new Error('the connection was closed'))
      // Closed while the request waited: no further event comes.
      if (incoming.destroyed) return cutOff()
      incoming.once('end', resolve).once('error', reject)
      // Every request is closed in the end. Creating an error costs as much as validating a form, so a complete body gets none.
      incoming.once('close', () => incoming.readableEnded || cutOff())
      flow(incoming, onPiece)
    }),
})

/** The request of a context: that of Node.js if there is one. */
export function sentOf(context: Context): Sent {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>
  return incoming === undefined ? ofWeb(context.req.raw) : ofNode(incoming)
}

/** Whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/**
 * Reads and discards the rest of a body: otherwise a client that is still sending sees a closed connection instead of the response. The connection is closed
 * when the rest arrives too slowly. Node.js would discard it on a later event, and leave more garbage.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete) return
  const pace = watchPace(paces.files, () => incoming.destroy())
  incoming.once('close', pace.stop)
  let size = 0
  const onPiece = ({ byteLength }: Uint8Array): void => {
    size += byteLength
    if (size < largestBodyBytes) pace.add(byteLength)
  }
  if (incoming.readableFlowing === null) flow(incoming, onPiece)
}
