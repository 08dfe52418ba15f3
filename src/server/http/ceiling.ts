import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'

interface Waiting {
  readonly bytes: number
  readonly start: () => void
}

const megabyte = 1024 * 1024

/** A request waits so long for others to make room, and so many wait at once. Milliseconds. */
const longestWaitMs = 30 * second
const mostWaiting = 500

const full = (): AppError =>
  new AppError('FORM_SUBMISSION_FAILED', { retryAfterS: 5, log: { reason: 'too many bytes in flight' } })

/**
 * A ceiling on the bytes of requests that are read and handled at a time. A request that finds no room is not read: its bytes stay with the client.
 * The oldest comes first.
 */
export class Ceiling {
  readonly #most: number
  #free: number
  readonly #waiting: Waiting[] = []

  /** @param most bytes in all; a request that is announced with more takes it all */
  constructor(most: number) {
    this.#most = most
    this.#free = most
  }

  /** Does `work` while it holds room for `bytes`. @throws AppError 503 with a time to wait when there is none for too long */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const held = Math.min(bytes, this.#most)
    if (this.#waiting.length > 0 || this.#free < held) await this.#wait(held)
    else this.#free -= held
    try {
      return await work()
    } finally {
      this.#free += held
      this.#startNext()
    }
  }

  #wait(bytes: number): Promise<void> {
    if (this.#waiting.length >= mostWaiting) return Promise.reject(full())
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(full())
        this.#startNext()
      }, longestWaitMs)
      this.#waiting.push(waiting)
    })
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#free -= next.bytes
      next.start()
    }
  }
}

/**
 * The ceilings of this process. Uploads never take the room of what has no file; a file that is stored is copied to another thread and into the
 * database, one at a time, so that few at a time are as quick as many.
 */
export const inFlight = { text: new Ceiling(16 * megabyte), files: new Ceiling(24 * megabyte) }
