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

/** How long a request may hold memory before it moves to the ceiling for slow ones: less than others wait. */
const moveAfterMs = 20 * second

/** While that ceiling is full, how often it tries to move. Then its reading is ended, two minutes after it began. */
const maxMoves = 6

const full = (): AppError =>
  new AppError('FORM_SUBMISSION_FAILED', { retryAfterS: 5, log: { reason: 'too many bytes in flight' } })

/** A request in progress. */
export interface Held {
  /** Ends the reading of its body; undefined when it is not being read. */
  end: (() => void) | undefined
}

/**
 * Limits the bytes of all requests that are read and handled at a time. A request above the limit waits, first come, first served; it is not
 * read meanwhile, so its bytes stay with the client.
 */
export class Ceiling {
  readonly #max: number
  #free: number
  readonly #waiting: Waiting[] = []
  readonly #slow: Ceiling | undefined

  /**
   * @param max bytes of all requests together; a request with a larger Content-Length runs alone
   * @param slow where slow requests move, so that they do not block others
   */
  constructor(max: number, slow?: Ceiling) {
    this.#max = max
    this.#free = max
    this.#slow = slow
  }

  /** Reserves `bytes` while `work` runs. @throws AppError 503 with Retry-After when it has waited too long, or too many wait already */
  async hold<T>(bytes: number, work: (held: Held) => Promise<T>): Promise<T> {
    const reserved = Math.min(bytes, this.#max)
    if (this.#waiting.length > 0 || this.#free < reserved) await this.#wait(reserved)
    else this.#free -= reserved
    const held: Held = { end: undefined }
    const free = this.#slow === undefined ? () => this.#give(reserved) : this.#moveLater(reserved, held, this.#slow)
    try {
      return await work(held)
    } finally {
      free()
    }
  }

  /** Moves a request to the ceiling for slow ones, or ends its reading if that stays full. Returns a function that frees its bytes. */
  #moveLater(bytes: number, held: Held, slow: Ceiling): () => void {
    let holder: Ceiling = this
    let moves = 0
    const timer = setInterval(() => {
      moves += 1
      if (slow.#free >= bytes) {
        slow.#free -= bytes
        holder = slow
        this.#give(bytes)
      } else if (moves === maxMoves) held.end?.()
      else return
      clearInterval(timer)
    }, moveAfterMs)
    return () => {
      clearInterval(timer)
      holder.#give(bytes)
    }
  }

  #give(bytes: number): void {
    this.#free += bytes
    this.#startNext()
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
 * stored one at a time, so reading many of them concurrently would not be faster. Slow uploads have a ceiling of their own (decision 0192).
 */
export const inFlight = {
  text: new Ceiling(16 * megabyte),
  files: new Ceiling(24 * megabyte, new Ceiling(24 * megabyte)),
}
