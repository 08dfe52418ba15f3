import { Worker } from 'node:worker_threads'
import { minute } from '../../../../shared/dates.ts'
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

/** How long the thread stays without calls, milliseconds. It takes some 14 MiB of memory, and starts within 0.1 s. */
const maxIdleMs = 5 * minute

interface Caller {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A running thread, which answers calls in order. */
interface Thread {
  call(call: Call): Promise<unknown>
  /** Closes its connection and ends it, after the calls before. */
  end(): Promise<void>
}

/** @param onFailure called when the thread fails; its open calls are rejected */
function startThread(program: URL, file: string, onFailure: () => void): Thread {
  const worker = new Worker(program, { workerData: { file }, resourceLimits: { maxYoungGenerationSizeMb } })
  const callers: Caller[] = []
  const fail = (cause: unknown): void => {
    onFailure()
    for (const { reject } of callers.splice(0)) reject(new AppError('DATABASE_CONNECTION_FAILED', { cause }))
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`the thread that inserts has ended with ${code}`)))
  worker.on('message', (reply: Reply) => {
    const caller = callers.shift()
    if ('fault' in reply) caller?.reject(errorOf(reply.fault))
    else caller?.resolve(reply.value)
  })
  const call = (message: Call): Promise<unknown> =>
    new Promise((resolve, reject) => {
      callers.push({ resolve, reject })
      worker.postMessage(message)
    })
  return {
    call,
    end: async () => {
      await call({ method: 'close' })
      await worker.terminate()
    },
  }
}

/**
 * Inserts in a separate thread, so that neither the work nor the sync of the disk blocks this one. The first call starts the thread, and so does the next
 * call after it failed, or ended because there were no calls.
 * @param program the built insert-thread.ts
 * @param file the path of the database
 */
export function inThread(program: URL, file: string, idleMs = maxIdleMs): Inserter {
  let thread: Thread | undefined
  let ending: Promise<void> | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let openCalls = 0

  const start = (): Thread => {
    const started = startThread(program, file, () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  const end = (): void => {
    const ended = thread
    thread = undefined
    // A failure while it ends leaves nothing to do: nobody waits for its answers.
    ending = ended?.end().catch(() => {})
  }

  const send = async (call: Call): Promise<unknown> => {
    clearTimeout(idleTimer)
    openCalls += 1
    try {
      thread ??= start()
      return await thread.call(call)
    } finally {
      openCalls -= 1
      if (openCalls === 0) idleTimer = setTimeout(end, idleMs).unref()
    }
  }

  return {
    insertAll: async (insertions) => {
      const outcomes = (await send({ method: 'insertAll', insertions })) as readonly (Outcome | { readonly fault: Fault })[]
      return outcomes.map((outcome) => ('fault' in outcome ? { error: errorOf(outcome.fault) } : outcome))
    },
    indexDeferred: async (max) => (await send({ method: 'indexDeferred', max })) as Indexed,
    close: async () => {
      clearTimeout(idleTimer)
      if (thread !== undefined) end()
      await ending
    },
  }
}
