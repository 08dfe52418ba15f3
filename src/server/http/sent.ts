import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** A request whose body is to be read. */
export interface Sent {
  /** A header by its name in lower case. */
  header(name: string): string | undefined
  /** Calls `onPiece` with each piece of the body, which is of use during the call only; resolves at its end, rejects when it is cut off. */
  read(onPiece: (piece: Uint8Array) => void): Promise<void>
}

/** Less than this is left to the collection of garbage. Bytes. */
const leastReleased = 16 * 1024

/** Gives memory back at once, which nothing may use after this: as garbage, a hundred megabytes of it are there before V8 collects them. */
export function release(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= leastReleased) buffer.transfer(0)
}

/** A request of the web's kind. */
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

/** A request of Node.js, whose body is read without a stream of the web's kind in between. */
export const ofNode = (incoming: IncomingMessage): Sent => ({
  header: (name) => {
    const value = incoming.headers[name]
    return typeof value === 'string' ? value : undefined
  },
  read: (onPiece) =>
    new Promise((resolve, reject) => {
      const closed = (): void => {
        // an error costs as much as validating a form does, and every request closes
        if (!incoming.readableEnded) reject(new Error('the connection was closed'))
      }
      // closed while it waited: nothing is emitted any more
      if (incoming.destroyed) return closed()
      incoming.once('end', resolve).once('error', reject).once('close', closed)
      flow(incoming, onPiece)
    }),
})

/** The request of a context: as Node.js has it, where there is one. */
export function sentOf(context: Context): Sent {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>
  return incoming === undefined ? ofWeb(context.req.raw) : ofNode(incoming)
}

/** Whether a request may have a body of more than a piece. */
export const mayBeLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) >= leastReleased || headers['transfer-encoding'] !== undefined

/** Reads what is left of a body and discards it: otherwise a client that is still sending sees a closed connection, not the response. */
export function discardRest(incoming: IncomingMessage): void {
  if (!incoming.complete && incoming.readableFlowing === null) flow(incoming, () => undefined)
}
