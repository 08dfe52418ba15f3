import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { untranslated } from '../../shared/translate.ts'
import { minUploadRate } from '../../shared/upload-times.ts'
import { limitKey } from '../networks.ts'
import { bodyMemory } from './body-memory.ts'

/** No route accepts a body of more bytes, and nginx refuses it (integrations/nginx). */
export const largestBodyBytes = 16 * 1024 * 1024

/** The error for a body that cannot be read. */
export const unreadable = (message: string, status: 400 | 408 | 413 | 415 | 422): AppError =>
  new AppError('FORM_VALIDATION_FAILED', { message, status })

/** The error for a body with more bytes, names or levels than its limits. */
export const tooLarge = (): AppError =>
  unreadable(untranslated`This is too large to be sent. Please shorten it, or choose a smaller file.`, 413)

/** The body of the Node.js request if there is one, which saves a web stream. */
function sourceOf({ env, req }: Context): Readable {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>
  if (incoming !== undefined) return incoming
  return Readable.from(req.raw.body ?? [])
}

/**
 * Reads a body of at most `max` bytes in pieces, waits for memory when it is long, and calls `use` at its end. Bytes add time: a body that sends nothing
 * ends after `stallMs`, one that drips hardly later (decision 0209). The rest of a body that is refused is discarded: if we closed the connection, the client
 * would see a reset instead of the response.
 * @throws AppError 400, 408, 413 or 503
 */
export async function readPieces<T>(
  context: Context,
  max: number,
  stallMs: number,
  onPiece: (piece: Buffer) => void,
  use: () => T | Promise<T>,
): Promise<T> {
  if (Number(context.req.header('content-length')) > max) throw tooLarge()
  const source = sourceOf(context)
  const memory = bodyMemory.open(limitKey(context.get('client') ?? ''))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  memory.end = () => {
    context.header('Connection', 'close')
    reject(unreadable('The request took too long to arrive.', 408))
  }
  let size = 0
  let deadline = performance.now() + stallMs
  // Pieces arrive far more often than deadlines end, so a piece does not touch the timer.
  const check = (): void => {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) memory.end?.()
    else timer = setTimeout(check, Math.min(stallMs, Math.ceil(leftMs)))
  }
  let timer = setTimeout(check, stallMs)
  const onData = (piece: Buffer): void => {
    size += piece.byteLength
    if (size > max) {
      reject(tooLarge())
      return
    }
    deadline = Math.min(performance.now() + stallMs, deadline + (piece.byteLength / minUploadRate) * second)
    try {
      onPiece(piece)
    } catch (error) {
      reject(error)
      return
    }
    const free = bodyMemory.grow(memory, size)
    if (free === undefined) return
    source.pause()
    deadline = Number.POSITIVE_INFINITY
    free.then(() => {
      deadline = performance.now() + stallMs
      source.resume()
    }, reject)
  }
  // A 400, because the client disconnected: it is not an error of the server. Nobody reads the response. A complete request is closed, too.
  const cutOff = (): void => {
    if (!source.readableEnded) reject(unreadable('The request ended before it was complete.', 400))
  }
  source.on('data', onData).once('end', resolve).on('error', cutOff).once('close', cutOff)
  if (source.destroyed) cutOff()
  try {
    try {
      await promise
    } finally {
      memory.end = undefined
      clearTimeout(timer)
      source.off('data', onData).resume()
    }
    return await use()
  } finally {
    bodyMemory.release(memory)
  }
}
