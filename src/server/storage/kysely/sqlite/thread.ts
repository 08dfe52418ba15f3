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

/** How long the thread stays without calls, milliseconds. It takes some 15 MiB of memory. */
const maxIdleMs = 5 * minute

interface Caller {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A thread, which answers calls in order. */
interface Thread {
  /** Whether it runs. Its start takes some 60 ms. */
  isOnline(): boolean
  call(call: Call): Promise<unknown>
  /** Closes its connection and ends it, after the calls before. */
  end(): Promise<void>
}

/**
 * Starts a thread.
 * @param onFailure called when the thread fails; its open calls are rejected
 * @param onIdle called when there was no call for `idleMs` milliseconds
 */
function startThread(
  options: { readonly program: string; readonly file: string; readonly idleMs: number },
  onFailure: (cause: unknown, hasReplied: boolean) => void,
  onIdle: () => void,
): Thread {
  const { program, file, idleMs } = options
  const worker = new Worker(program, { eval: true, workerData: { file }, resourceLimits: { maxYoungGenerationSizeMb } })
  const callers: Caller[] = []
  let isOnline = false
  let hasReplied = false
  const idleTimer = setTimeout(() => (callers.length > 0 ? idleTimer.refresh() : onIdle()), idleMs).unref()
  const fail = (cause: unknown): void => {
    clearTimeout(idleTimer)
    onFailure(cause, hasReplied)
    for (const { reject } of callers.splice(0)) reject(new AppError('DATABASE_CONNECTION_FAILED', { cause }))
  }
  worker.on('online', () => {
    isOnline = true
  })
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`the thread that inserts has ended with ${code}`)))
  worker.on('message', (reply: Reply) => {
    hasReplied = true
    const caller = callers.shift()
    if ('fault' in reply) caller?.reject(errorOf(reply.fault))
    else caller?.resolve(reply.value)
  })
  const call = (message: Call): Promise<unknown> =>
    new Promise((resolve, reject) => {
      // First, because it throws if the call cannot be copied: a caller without a call would get the next one's response.
      worker.postMessage(message)
      callers.push({ resolve, reject })
      idleTimer.refresh()
    })
  return {
    isOnline: () => isOnline,
    call,
    end: async () => {
      await call({ method: 'close' })
      await worker.terminate()
    },
  }
}

/** The thread that inserts. */
export interface InsertThread {
  /** The text of the built insert-thread.ts (CommonJS): its file may be gone when the thread starts (decision 0083). */
  readonly program: string
  /** Called when the thread fails. No submission is lost: the calls in progress are rejected, and the next ones are inserted in the server's thread. */
  readonly report: (cause: unknown) => void
}

/**
 * Inserts in a separate thread, so that neither the work nor the sync of the disk blocks this one. A submission starts the thread, and is inserted by `here`
 * if the thread is not online yet. The thread ends when it had no calls for some time. After a failure of the thread the next submission starts another one;
 * if it never replied, not before a minute has passed.
 * @param file the path of the database
 */
export function inThread({ program, report }: InsertThread, file: string, here: Inserter, idleMs = maxIdleMs): Inserter {
  let thread: Thread | undefined
  /** By the monotonic clock. */
  let noStartBefore = 0
  let ended: Promise<unknown> = Promise.resolve()

  /** Ends the thread. A submission that comes meanwhile starts another one. */
  const end = (): void => {
    // A failure while it ends leaves nothing to do: nobody waits for its answers.
    const ending = thread?.end().catch(() => {})
    thread = undefined
    ended = Promise.all([ended, ending])
  }

  const start = (): Thread => {
    const onFailure = (cause: unknown, hasReplied: boolean): void => {
      // `end` ends a thread on purpose.
      if (thread !== started) return
      thread = undefined
      if (!hasReplied) noStartBefore = performance.now() + minute
      report(cause)
    }
    const started = startThread({ program, file, idleMs }, onFailure, end)
    return started
  }

  return {
    insertAll: async (insertions) => {
      if (performance.now() >= noStartBefore) thread ??= start()
      if (!thread?.isOnline()) return here.insertAll(insertions)
      const outcomes = (await thread.call({ method: 'insertAll', insertions })) as readonly (
        | Outcome
        | { readonly fault: Fault }
      )[]
      return outcomes.map((outcome) => ('fault' in outcome ? { error: errorOf(outcome.fault) } : outcome))
    },
    indexDeferred: async (max) =>
      thread?.isOnline() ? ((await thread.call({ method: 'indexDeferred', max })) as Indexed) : here.indexDeferred(max),
    close: async () => {
      end()
      await ended
    },
  }
}
