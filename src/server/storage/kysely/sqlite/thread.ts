import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, type ErrorExtras } from '../../../../shared/errors.ts'
import type { Insertion } from '../applications/insertion.ts'
import type { Indexed } from './deferred-words.ts'
import type { Outcome } from './insert.ts'
import type { Inserter } from './inserter.ts'

/** A call of an inserter in another thread. */
export type Call =
  | { readonly method: 'insertAll'; readonly insertions: readonly Insertion[] }
  | { readonly method: 'indexDeferred'; readonly max: number }
  | { readonly method: 'close' }

/** An error as plain data, which can be sent to another thread. */
interface Fault {
  readonly message: string
  readonly code?: ErrorCode
  readonly log?: ErrorExtras['log']
  /** SQLite's result code. */
  readonly errcode?: number
}

export type Reply = { readonly value: unknown } | { readonly fault: Fault }

export function faultOf(error: unknown): Fault {
  if (!(error instanceof AppError)) return { message: String(error) }
  const { message, errcode } = (error.cause ?? error) as { readonly message: string; readonly errcode?: number }
  return { message, code: error.code, log: error.extras.log, errcode }
}

function errorOf({ message, code, log, errcode }: Fault): Error {
  const cause = Object.assign(new Error(message), errcode !== undefined && { errcode })
  return code === undefined ? cause : new AppError(code, { cause, log })
}

/** The size of the thread's young generation, megabytes. A larger one only grows the process with garbage. */
const maxYoungGenerationSizeMb = 16

interface Caller {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Inserts in a separate thread, so that neither the work nor the sync of the disk blocks this one. After a failure of the thread the next call starts a new
 * one.
 * @param program the built insert-thread.ts
 * @param file the path of the database
 */
export function inThread(program: URL, file: string): Inserter {
  let worker: Worker | undefined
  const callers: Caller[] = []

  const start = (): Worker => {
    const started = new Worker(program, { workerData: { file }, resourceLimits: { maxYoungGenerationSizeMb } })
    const end = (cause: unknown): void => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of callers.splice(0)) reject(new AppError('DATABASE_CONNECTION_FAILED', { cause }))
    }
    started.on('error', end)
    started.on('exit', (code) => end(new Error(`the thread that inserts has ended with ${code}`)))
    started.on('message', (reply: Reply) => {
      const caller = callers.shift()
      if ('fault' in reply) caller?.reject(errorOf(reply.fault))
      else caller?.resolve(reply.value)
    })
    return started
  }

  const send = (call: Call): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      // First, because it throws if the call cannot be copied: a caller without a call would get the next one's response.
      worker.postMessage(call)
      callers.push({ resolve, reject })
    })

  return {
    insertAll: async (insertions) => {
      const outcomes = (await send({ method: 'insertAll', insertions })) as readonly (Outcome | { readonly fault: Fault })[]
      return outcomes.map((outcome) => ('fault' in outcome ? { error: errorOf(outcome.fault) } : outcome))
    },
    indexDeferred: async (max) => (await send({ method: 'indexDeferred', max })) as Indexed,
    close: async () => {
      if (worker === undefined) return
      await send({ method: 'close' })
      const ended = worker
      worker = undefined
      await ended.terminate()
    },
  }
}
