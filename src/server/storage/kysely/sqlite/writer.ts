import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../../shared/errors.ts'
import type { Added } from '../../applications-port.ts'
import type { Insertion } from '../applications/insertion.ts'
import type { Urgency } from '../engine.ts'
import type { Db } from '../tables.ts'
import type { Connection } from './connection.ts'
import { isBusy, sqliteFault } from './fault.ts'
import type { Outcome } from './insert.ts'
import { type Inserter, inThisThread } from './inserter.ts'

interface Caller<Value> {
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

interface Unit extends Caller<unknown> {
  readonly work: (trx: Db) => Promise<unknown>
  readonly sync?: 'later' | undefined
}

interface Submission extends Caller<Added> {
  readonly insertion: Insertion
}

/** Submissions that are being inserted, and their results. */
interface Batch {
  readonly submissions: readonly Submission[]
  readonly inserted: Promise<readonly Outcome[]>
}

/** A caller that waits for words to be indexed. */
interface IndexWaiter extends Caller<void> {
  /** The `seq` of the last application that must be indexed. */
  readonly upTo: number
}

/** How long another process (a tool, a backup) may lock the file before writes fail. */
const maxBusyMs = 5000
/** The limit of units or submissions in one transaction. */
const maxBatch = 64
/**
 * The first batch has half of the waiting submissions, but at least this many: while its results are handled in this thread, the other half is inserted in
 * the other, so that neither thread waits.
 */
const minFirstBatch = 16
/** How long units that yield to submissions wait at most. */
const maxYieldMs = 50
/** How long words wait for those of more submissions, to be indexed together. */
const indexDelayMs = 25
/** After this time a transaction takes no further unit, so that others do not wait long. */
const maxBatchMs = 8
/** The limit of applications that are indexed in one transaction. */
const maxIndexed = 32
/** When the words of more applications than this are missing, the index takes turns with submissions: a search would wait too long. */
const maxDeferred = 5_000

function settle(submissions: readonly Submission[], outcomes: readonly Outcome[]): void {
  outcomes.forEach((outcome, index) => {
    if ('error' in outcome) submissions[index]?.reject(outcome.error)
    else submissions[index]?.resolve(outcome.added)
  })
}

/**
 * The only writer of the database. Units that arrive during a transaction are committed together in the next one, with one sync of the disk. Each unit has a
 * savepoint, so that a failed one is rolled back alone. Results are returned only after the commit. The oldest units come first; submissions and other units
 * take turns; words are indexed while nothing else waits.
 */
export class Writer {
  readonly #connection: Connection
  readonly #trx: Db
  readonly #inserter: Inserter
  #submissions: Submission[] = []
  /** Submissions with files. Each has its own transaction, and submissions without files come in between. */
  #uploads: Submission[] = []
  #units: Unit[] = []
  /** Units that yield to submissions, until the time limit of the first one. */
  #yielding: Unit[] = []
  #yieldsUntil = 0
  /** Work to do between two transactions. */
  #between: (() => void)[] = []
  #indexWaiters: IndexWaiter[] = []
  /** The number of applications inserted since the index was last complete. */
  #deferred = 0
  /** The time until which the first of them waits for others. */
  #indexAt = 0
  #indexTimer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #closed = false

  constructor(connection: Connection, trx: Db, inserter = inThisThread(connection)) {
    this.#connection = connection
    this.#trx = trx
    this.#inserter = inserter
  }

  /** See `Engine.write`. */
  write<T>(work: (trx: Db) => Promise<T>, { yields = false, sync }: Partial<Urgency> = {}): Promise<T> {
    return this.#enqueue<unknown>((caller) => {
      if (yields && this.#yielding.length === 0) this.#yieldsUntil = performance.now() + maxYieldMs
      ;(yields ? this.#yielding : this.#units).push({ work, sync, ...caller })
    }) as Promise<T>
  }

  insert(insertion: Insertion): Promise<Added> {
    const queue = insertion.files.length > 0 ? this.#uploads : this.#submissions
    return this.#enqueue<Added>((caller) => queue.push({ insertion, ...caller }))
  }

  /** Resolves when the words of the applications up to this `seq` are in the index. */
  indexUpTo(upTo: number): Promise<void> {
    return this.#enqueue<void>((caller) => this.#indexWaiters.push({ upTo, ...caller }))
  }

  /** Moves the write-ahead log into the database and empties it. @returns false when another process prevented that */
  truncateLog(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#between.push(() => {
        try {
          resolve(this.#connection.db.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0)
        } catch (error) {
          reject(sqliteFault(error))
        }
      })
      this.#running ??= this.#run()
    })
  }

  /** Writes what is queued, and rejects everything after it. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#indexTimer !== undefined) this.#endIndexDelay()
    await this.#running
  }

  #endIndexDelay(): void {
    clearTimeout(this.#indexTimer)
    this.#indexTimer = undefined
    this.#running ??= this.#run()
  }

  #enqueue<T>(push: (caller: Caller<T>) => void): Promise<T> {
    if (this.#closed)
      return Promise.reject(new AppError('DATABASE_CONNECTION_FAILED', { cause: new Error('the storage is closed') }))
    return new Promise<T>((resolve, reject) => {
      push({ resolve, reject })
      this.#running ??= this.#run()
    })
  }

  async #run(): Promise<void> {
    // More may arrive in this turn of the event loop.
    await nextTurn()
    for (;;) {
      for (const work of this.#between.splice(0)) work()
      if (this.#submissions.length > 0) await this.#insert()
      if (this.#uploads.length > 0) await this.#insertUpload()
      await this.#writeUnits(this.#units.splice(0, maxBatch))
      if (this.#submissions.length === 0 || this.#hasYieldedEnough()) await this.#writeUnits(this.#yielding.splice(0, maxBatch))
      const units = this.#units.length + this.#yielding.length
      const isBusy = this.#submissions.length + this.#uploads.length + units + this.#between.length > 0
      const mustIndex = this.#indexWaiters.length > 0 || (isBusy && this.#deferred > maxDeferred)
      if (mustIndex || (!isBusy && this.#deferred > 0 && !this.#isIndexDelayed())) await this.#index()
      else if (!isBusy) break
      await nextTurn()
    }
    this.#running = undefined
  }

  #hasYieldedEnough(): boolean {
    return this.#yielding.length > 0 && performance.now() >= this.#yieldsUntil
  }

  /**
   * Whether words still wait for those of more submissions, because a transaction for a few words costs as much as one for many. If so, the writer runs again
   * after the delay.
   */
  #isIndexDelayed(): boolean {
    const wait = this.#indexAt - performance.now()
    if (this.#closed || this.#deferred >= maxIndexed || wait <= 0) return false
    this.#indexTimer ??= setTimeout(() => this.#endIndexDelay(), wait)
    return true
  }

  /** Inserts batches until no submission waits, or another unit does. The next batch starts before the results of the previous one are returned. */
  async #insert(): Promise<void> {
    const half = Math.max(minFirstBatch, Math.ceil(this.#submissions.length / 2))
    for (let batch: Batch | undefined = this.#startBatch(half); batch !== undefined; ) {
      const { submissions, inserted } = batch
      const outcomes = await inserted
      // Those that exceeded the transaction's time limit are still the oldest.
      this.#submissions.unshift(...submissions.slice(outcomes.length))
      this.#defer(outcomes.length)
      const otherUnits = this.#uploads.length + this.#units.length + this.#between.length + this.#indexWaiters.length
      const continues = otherUnits === 0 && !this.#hasYieldedEnough() && this.#deferred <= maxDeferred
      batch = this.#submissions.length > 0 && continues ? this.#startBatch(maxBatch) : undefined
      settle(submissions, outcomes)
    }
  }

  async #insertUpload(): Promise<void> {
    const { submissions, inserted } = this.#start(this.#uploads.splice(0, 1))
    const outcomes = await inserted
    this.#defer(outcomes.length)
    settle(submissions, outcomes)
  }

  /** Counts applications whose words are to be indexed later. */
  #defer(applications: number): void {
    if (this.#deferred === 0) this.#indexAt = performance.now() + indexDelayMs
    this.#deferred += applications
  }

  #startBatch(max: number): Batch {
    return this.#start(this.#submissions.splice(0, Math.min(max, maxBatch)))
  }

  #start(submissions: readonly Submission[]): Batch {
    const insertions = submissions.map(({ insertion }) => insertion)
    const inserted = this.#retryWhileBusy(() => this.#inserter.insertAll(insertions)).catch((error: unknown) =>
      submissions.map(() => ({ error })),
    )
    return { submissions, inserted }
  }

  /** Writes units in one transaction, with a sync of the disk unless all of them allow a later one. */
  async #writeUnits(units: readonly Unit[]): Promise<void> {
    if (units.length === 0) return
    if (units.some(({ sync }) => sync !== 'later')) return this.#writeTogether(units)
    const { db } = this.#connection
    db.exec('pragma synchronous = normal')
    try {
      await this.#writeTogether(units)
    } finally {
      db.exec('pragma synchronous = full')
    }
  }

  async #writeTogether(units: readonly Unit[]): Promise<void> {
    const connection = this.#connection
    const results: (() => void)[] = []
    const until = performance.now() + maxBatchMs
    try {
      await this.#retryWhileBusy(async () => connection.control('begin immediate'))
      for (const unit of units) {
        if (results.length > 0 && performance.now() > until) break
        connection.control('savepoint unit')
        try {
          const value = await unit.work(this.#trx)
          results.push(() => unit.resolve(value))
        } catch (error) {
          results.push(() => unit.reject(error))
          // A full disk ends the whole transaction.
          if (!connection.db.isTransaction) throw error
          connection.control('rollback to unit')
        }
        connection.control('release unit')
      }
      connection.control('commit')
    } catch (error) {
      connection.rollBack()
      for (const unit of units) unit.reject(error)
      return
    }
    for (const settleUnit of results) settleUnit()
    this.#units.unshift(...units.slice(results.length))
  }

  async #index(): Promise<void> {
    try {
      const { count, last, isComplete } = await this.#retryWhileBusy(() => this.#inserter.indexDeferred(maxIndexed))
      this.#deferred = isComplete ? 0 : Math.max(1, this.#deferred - count)
      this.#indexWaiters = this.#indexWaiters.filter(({ upTo, resolve }) => {
        const isDone = isComplete || last >= upTo
        if (isDone) resolve()
        return !isDone
      })
    } catch (error) {
      // The words are still missing. The next submission or search tries again.
      this.#deferred = 0
      for (const { reject } of this.#indexWaiters.splice(0)) reject(error)
    }
  }

  /** Retries while another process locks the file. */
  async #retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + maxBusyMs
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      try {
        return await work()
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error
        await pause(wait)
      }
    }
  }
}
