import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../tables.ts'
import type { Connection } from './connection.ts'
import { isBusy, sqliteFault } from './fault.ts'

interface Unit {
  readonly work: (trx: Db) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** How long another process (a tool, a backup) may lock the file before a write fails. A submission has two writes, and is answered within seven seconds. */
const maxBusyMs = 3000
/** The limit of units in one transaction. */
const maxBatch = 64
/** After this time a transaction takes no further unit, so that the event loop turns. */
const maxBatchMs = 8

/**
 * The only writer of the database. Units that arrive during a transaction are committed together in the next one, the oldest first, with one sync of the disk.
 * If one fails, all are rolled back: those before it are written again, then it runs as the first of a transaction, so that the failure is its own. Results
 * are returned only after the commit.
 */
export class Writer {
  readonly #connection: Connection
  readonly #trx: Db
  #units: Unit[] = []
  /** Work to do between two transactions. */
  #between: (() => void)[] = []
  #running: Promise<void> | undefined
  #closed = false

  constructor(connection: Connection, trx: Db) {
    this.#connection = connection
    this.#trx = trx
  }

  /** See `Engine.write`. */
  write<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    if (this.#closed)
      return Promise.reject(new AppError('DATABASE_CONNECTION_FAILED', { cause: new Error('the storage is closed') }))
    return new Promise<unknown>((resolve, reject) => {
      this.#units.push({ work, resolve, reject })
      this.#running ??= this.#run()
    }) as Promise<T>
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
    await this.#running
  }

  async #run(): Promise<void> {
    do {
      // More may arrive in this turn of the event loop, and answers are sent.
      await nextTurn()
      for (const work of this.#between.splice(0)) work()
      if (this.#units.length > 0) await this.#writeBatch()
    } while (this.#units.length + this.#between.length > 0)
    this.#running = undefined
  }

  /** Writes the oldest units in one transaction, as many as there is time for. */
  async #writeBatch(units = this.#units.splice(0, maxBatch)): Promise<void> {
    const results: (() => void)[] = []
    let running: Unit | undefined
    try {
      await this.#begin()
      const until = performance.now() + maxBatchMs
      for (const unit of units) {
        if (results.length > 0 && performance.now() > until) break
        running = unit
        const value = await unit.work(this.#trx)
        running = undefined
        results.push(() => unit.resolve(value))
      }
      this.#connection.control('commit')
    } catch (error) {
      this.#connection.rollBack()
      if (running === undefined) for (const unit of units) unit.reject(error)
      else if (results.length === 0) {
        running.reject(error)
        this.#units.unshift(...units.slice(1))
      } else {
        this.#units.unshift(...units.slice(results.length))
        await this.#writeBatch(units.slice(0, results.length))
      }
      return
    }
    this.#units.unshift(...units.slice(results.length))
    for (const settle of results) settle()
  }

  /** Begins a transaction, and waits while another process locks the file. */
  async #begin(): Promise<void> {
    const giveUpAt = performance.now() + maxBusyMs
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      try {
        return this.#connection.control('begin immediate')
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error
        await pause(wait)
      }
    }
  }
}
