import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../../shared/errors.ts'
import type { Added } from '../../applications-port.ts'
import type { Insertion } from '../applications/insertion.ts'
import type { Db, Urgency } from '../engine.ts'
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

/** Submissions that are being inserted, and what becomes of them. */
interface Batch {
  readonly submissions: readonly Submission[]
  readonly inserted: Promise<readonly Outcome[]>
}

interface Settling extends Caller<void> {
  /** The number of the last application whose words are waited for. */
  readonly upTo: number
}

/** How long another process (a tool, a backup) may hold the file before writers are told that it cannot be written now. */
const patienceMs = 5000
/** Units or submissions in one transaction, at most. */
const mostTogether = 64
/** Of the submissions that wait, half are inserted first: the others are ready when those are answered, and neither thread waits for the other. */
const fewestInserted = 16
/** Units that let submissions pass wait no longer than this. Milliseconds. */
const longestYieldMs = 50
/** Words wait so long for those of other submissions. Milliseconds. */
const gatheringMs = 25
/** A transaction takes no further unit after this, so that nobody waits long behind it. Milliseconds. */
const longestBatchMs = 8
/** Applications that are indexed in one transaction, at most. */
const mostIndexed = 32
/** While more words than these many applications' are missing, submissions take turns with the index: a search would wait too long. */
const mostDeferred = 5_000

function answer(submissions: readonly Submission[], outcomes: readonly Outcome[]): void {
  outcomes.forEach((outcome, index) => {
    if ('error' in outcome) submissions[index]?.reject(outcome.error)
    else submissions[index]?.resolve(outcome.added)
  })
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * The one writer. What arrives while others are being written is committed together, with one sync of the disk; each unit stands behind a savepoint of its
 * own, so that one that fails is undone alone. Nobody is answered before the commit. The oldest comes first; submissions and other units take turns, and
 * words are indexed while nothing else waits.
 */
export class Writer {
  readonly #connection: Connection
  readonly #trx: Db
  readonly #inserter: Inserter
  #submissions: Submission[] = []
  /** Submissions with files: each is a transaction of its own, and between two of them come those without. */
  #uploads: Submission[] = []
  #units: Unit[] = []
  /** Units that let submissions pass, until the time of the first of them has come. */
  #yielding: Unit[] = []
  #yieldsUntil = 0
  /** What is to be done between two transactions. */
  #between: (() => void)[] = []
  #settling: Settling[] = []
  /** Applications that were inserted since the index was last found complete. */
  #deferred = 0
  /** Until then the first of them waits for others. */
  #gathersUntil = 0
  #gathering: NodeJS.Timeout | undefined
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
      if (yields && this.#yielding.length === 0) this.#yieldsUntil = performance.now() + longestYieldMs
      ;(yields ? this.#yielding : this.#units).push({ work, sync, ...caller })
    }) as Promise<T>
  }

  insert(insertion: Insertion): Promise<Added> {
    const queue = insertion.files.length > 0 ? this.#uploads : this.#submissions
    return this.#enqueue<Added>((caller) => queue.push({ insertion, ...caller }))
  }

  /** Resolves when the words of the applications up to this number are in the index. */
  indexUpTo(upTo: number): Promise<void> {
    return this.#enqueue<void>((caller) => this.#settling.push({ upTo, ...caller }))
  }

  /** Moves the write-ahead log into the database and empties it; whether nobody hindered that. */
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

  /** Writes what has been asked, and takes nothing more. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#gathering !== undefined) this.#endGathering()
    await this.#running
  }

  #endGathering(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
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
    // The rest of this turn of the event loop may bring more.
    await nextTurn()
    for (;;) {
      for (const work of this.#between.splice(0)) work()
      if (this.#submissions.length > 0) await this.#insert()
      if (this.#uploads.length > 0) await this.#insertUpload()
      await this.#synced(this.#units.splice(0, mostTogether))
      if (this.#submissions.length === 0 || this.#hasYieldedEnough()) await this.#synced(this.#yielding.splice(0, mostTogether))
      const units = this.#units.length + this.#yielding.length
      const isBusy = this.#submissions.length + this.#uploads.length + units + this.#between.length > 0
      if (this.#settling.length > 0 || (this.#deferred > 0 && (isBusy ? this.#deferred > mostDeferred : !this.#isGathering())))
        await this.#index()
      else if (!isBusy) break
      await nextTurn()
    }
    this.#running = undefined
  }

  #hasYieldedEnough(): boolean {
    return this.#yielding.length > 0 && performance.now() >= this.#yieldsUntil
  }

  /** Whether words wait for those of other submissions: a transaction for a few costs as much as one for many. If so, this calls again later. */
  #isGathering(): boolean {
    const wait = this.#gathersUntil - performance.now()
    if (this.#closed || this.#deferred >= mostIndexed || wait <= 0) return false
    this.#gathering ??= setTimeout(() => this.#endGathering(), wait)
    return true
  }

  /** Inserts batch after batch, until nothing waits or something else does. The next batch is handed over before the answers of the last one. */
  async #insert(): Promise<void> {
    const half = Math.max(fewestInserted, Math.ceil(this.#submissions.length / 2))
    for (let batch: Batch | undefined = this.#startBatch(half); batch !== undefined; ) {
      const { submissions, inserted } = batch
      const outcomes = await inserted
      // Those that the transaction had no time for are still the oldest.
      this.#submissions.unshift(...submissions.slice(outcomes.length))
      this.#defer(outcomes.length)
      const otherUnits = this.#uploads.length + this.#units.length + this.#between.length + this.#settling.length
      const isNext = otherUnits === 0 && !this.#hasYieldedEnough()
      batch =
        this.#submissions.length > 0 && isNext && this.#deferred <= mostDeferred ? this.#startBatch(mostTogether) : undefined
      answer(submissions, outcomes)
    }
  }

  async #insertUpload(): Promise<void> {
    const { submissions, inserted } = this.#start(this.#uploads.splice(0, 1))
    const outcomes = await inserted
    this.#defer(outcomes.length)
    answer(submissions, outcomes)
  }

  /** Words of so many more applications are missing. */
  #defer(applications: number): void {
    if (this.#deferred === 0) this.#gathersUntil = performance.now() + gatheringMs
    this.#deferred += applications
  }

  #startBatch(most: number): Batch {
    return this.#start(this.#submissions.splice(0, Math.min(most, mostTogether)))
  }

  #start(submissions: readonly Submission[]): Batch {
    const insertions = submissions.map(({ insertion }) => insertion)
    const inserted = this.#patiently(() => this.#inserter.insertAll(insertions)).catch((error: unknown) =>
      submissions.map(() => ({ error })),
    )
    return { submissions, inserted }
  }

  /** Writes units in one transaction, which is durable unless none of them has to be. */
  async #synced(units: readonly Unit[]): Promise<void> {
    if (units.length === 0) return
    if (units.some(({ sync }) => sync !== 'later')) return this.#together(units)
    const { db } = this.#connection
    db.exec('pragma synchronous = normal')
    try {
      await this.#together(units)
    } finally {
      db.exec('pragma synchronous = full')
    }
  }

  async #together(units: readonly Unit[]): Promise<void> {
    const connection = this.#connection
    const answers: (() => void)[] = []
    const until = performance.now() + longestBatchMs
    try {
      await this.#patiently(async () => connection.control('begin immediate'))
      for (const unit of units) {
        if (answers.length > 0 && performance.now() > until) break
        connection.control('savepoint unit')
        try {
          const value = await unit.work(this.#trx)
          answers.push(() => unit.resolve(value))
        } catch (error) {
          answers.push(() => unit.reject(error))
          // A full disk ends the whole transaction, what went before included.
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
    for (const answer of answers) answer()
    this.#units.unshift(...units.slice(answers.length))
  }

  async #index(): Promise<void> {
    try {
      const { count, last, isComplete } = await this.#patiently(() => this.#inserter.indexDeferred(mostIndexed))
      this.#deferred = isComplete ? 0 : Math.max(1, this.#deferred - count)
      this.#settling = this.#settling.filter(({ upTo, resolve }) => {
        const isDone = isComplete || last >= upTo
        if (isDone) resolve()
        return !isDone
      })
    } catch (error) {
      // The words stay missing; the next submission or search tries again.
      this.#deferred = 0
      for (const { reject } of this.#settling.splice(0)) reject(error)
    }
  }

  /** Tries again while another process holds the file. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + patienceMs
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
