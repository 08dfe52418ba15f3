import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'

interface Waiting {
  readonly bytes: number
  readonly start: () => void
}

const megabyte = 1024 * 1024

/** How long a request waits for others to end, and how many wait at a time. */
const maxWaitMs = 30 * second
const maxWaiting = 500

const full = (): AppError =>
  new AppError('FORM_SUBMISSION_FAILED', { retryAfterS: 5, log: { reason: 'too many bytes in flight' } })

/**
 * Limits the bytes of all requests that are read and handled at a time. A request above the limit waits, first come, first served; it is not
 * read meanwhile, so its bytes stay with the client.
 */
export class Ceiling {
  readonly #max: number
  #free: number
  readonly #waiting: Waiting[] = []

  /** @param max bytes of all requests together; a request with a larger Content-Length runs alone */
  constructor(max: number) {
    this.#max = max
    this.#free = max
  }

  /** Reserves `bytes` while `work` runs. @throws AppError 503 with Retry-After when it has waited too long, or too many wait already */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const held = Math.min(bytes, this.#max)
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
    if (this.#waiting.length >= maxWaiting) return Promise.reject(full())
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
      }, maxWaitMs)
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
 * The ceilings of this process. Bodies with and without files have separate ones, so uploads never block submissions without a file. Files are
 * stored one at a time, so reading many of them concurrently would not be faster.
 */
export const inFlight = { text: new Ceiling(16 * megabyte), files: new Ceiling(24 * megabyte) }
