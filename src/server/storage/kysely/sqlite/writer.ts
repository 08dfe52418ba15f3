import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../../shared/errors.ts'
import type { Db } from '../engine.ts'
import type { Connection } from './connection.ts'
import { isBusy, sqliteFault } from './fault.ts'

interface Unit {
  readonly work: (trx: Db) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** How long another process (a tool, a backup) may hold the file before writers are told that it cannot be written now. */
const patienceMs = 5000
/** Units in one transaction, at most: the process does nothing else meanwhile. */
const mostTogether = 64

/**
 * The one writer. Units that arrive while others are being written are committed together, with one sync of the disk; each stands behind
 * a savepoint of its own, so that one that fails is undone alone. Nobody is answered before the commit.
 */
export class Writer {
  readonly #connection: Connection
  readonly #trx: Db
  #waiting: Unit[] = []
  /** What is to be done between two transactions. */
  #between: (() => void)[] = []
  #running: Promise<void> | undefined
  #closed = false

  constructor(connection: Connection, trx: Db) {
    this.#connection = connection
    this.#trx = trx
  }

  write<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    if (this.#closed)
      return Promise.reject(new AppError('DATABASE_CONNECTION_FAILED', { cause: new Error('the storage is closed') }))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#run()
    })
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
    await this.#running
  }

  async #run(): Promise<void> {
    // The rest of this turn of the event loop may bring more.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0 || this.#between.length > 0) {
      for (const work of this.#between.splice(0)) work()
      if (this.#waiting.length > 0) await this.#together(this.#waiting.splice(0, mostTogether))
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#running = undefined
  }

  async #together(units: readonly Unit[]): Promise<void> {
    const connection = this.#connection
    const answers: (() => void)[] = []
    try {
      await this.#begin()
      for (const unit of units) {
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
      this.#giveUp()
      for (const unit of units) unit.reject(error)
      return
    }
    for (const answer of answers) answer()
  }

  async #begin(): Promise<void> {
    const giveUpAt = performance.now() + patienceMs
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      try {
        return this.#connection.control('begin immediate')
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error
        await pause(wait)
      }
    }
  }

  #giveUp(): void {
    try {
      if (this.#connection.db.isTransaction) this.#connection.control('rollback')
    } catch {
      // SQLite has rolled back by itself.
    }
  }
}
