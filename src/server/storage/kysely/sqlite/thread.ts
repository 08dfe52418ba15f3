import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, type ErrorExtras } from '../../../../shared/errors.ts'
import type { Insertion } from '../applications/insertion.ts'
import type { Indexed } from './deferred-words.ts'
import type { Outcome } from './insert.ts'
import type { Inserter } from './inserter.ts'

/** A call of an inserter in another thread. */
export type Call =
  | { readonly method: 'insertAll'; readonly batch: Batch }
  | { readonly method: 'indexDeferred'; readonly most: number }
  | { readonly method: 'close' }

/** Submissions on their way to another thread: as one text, whose copy costs a fraction of that of the objects, with the files as they are. */
export interface Batch {
  readonly text: string
  readonly files: readonly Insertion['files'][]
}

const encode = (insertions: readonly Insertion[]): Batch => ({
  text: JSON.stringify(insertions.map((insertion) => ({ ...insertion, files: [] }))),
  files: insertions.map(({ files }) => files),
})

/** JSON gives moments as texts. */
const moment = (text: unknown): Date => new Date(text as string)

export const decode = ({ text, files }: Batch): readonly Insertion[] =>
  (JSON.parse(text) as Insertion[]).map(({ change, duplicate, idempotency, labels }, index) => ({
    change: {
      ...change,
      application: {
        ...change.application,
        submittedAt: moment(change.application.submittedAt),
        reviewedAt: change.application.reviewedAt && moment(change.application.reviewedAt),
        meetingAt: change.application.meetingAt && moment(change.application.meetingAt),
      },
      entry: { ...change.entry, at: moment(change.entry.at) },
      outbox: change.outbox.map((draft) => ({ ...draft, dueAt: moment(draft.dueAt) })),
    },
    duplicate: { ...duplicate, since: moment(duplicate.since) },
    idempotency: idempotency && { ...idempotency, until: moment(idempotency.until) },
    files: files[index] ?? [],
    labels,
  }))

/** An error as plain data, which can be sent to another thread. */
export interface Fault {
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

/** Room for the thread's youngest objects: more of it grows the process by what is garbage already. Megabytes. */
const maxYoungGenerationSizeMb = 16

interface Caller {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Inserts in a thread of its own: neither the work nor the sync of the disk stops this one. After a failure of the thread the next call starts it again.
 * @param program the built insert-thread.ts
 * @param file the database's
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
      callers.push({ resolve, reject })
      worker.postMessage(call)
    })

  return {
    insertAll: async (insertions) => {
      const outcomes = (await send({ method: 'insertAll', batch: encode(insertions) })) as readonly (
        | Outcome
        | { readonly fault: Fault }
      )[]
      return outcomes.map((outcome) => ('fault' in outcome ? { error: errorOf(outcome.fault) } : outcome))
    },
    indexDeferred: async (most) => (await send({ method: 'indexDeferred', most })) as Indexed,
    close: async () => {
      if (worker === undefined) return
      await send({ method: 'close' })
      const ended = worker
      worker = undefined
      await ended.terminate()
    },
  }
}
