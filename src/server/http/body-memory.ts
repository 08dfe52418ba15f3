import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Memory is taken in steps of these many bytes. The first step of a body is free, so nearly all bodies need none. */
export const stepBytes = 64 * kilobyte

/** How many bodies of more than one step a client may have in memory. Others wait: many people may share an address. */
const maxBodies = 8

/** How long a body waits for memory before the slowest body is ended, if that has not sent a step for this time. */
const patienceMs = 5 * second
const maxWaitMs = 30 * second

/** The memory of one body. */
interface Reservation {
  readonly client: string
  bytes: number
  /** When it took its last step. */
  at: number
  /** Ends its reading; undefined when it is not being read. */
  end: (() => void) | undefined
}

interface Waiting {
  readonly body: Reservation
  readonly bytes: number
  readonly since: number
  resolve(): void
  reject(error: AppError): void
}

const totalOf = (bodies: readonly Reservation[]): number => bodies.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * The memory of all bodies that are read and handled, of which a client may have a quarter. The oldest body, and the oldest of each client, may exceed
 * these limits, so some body always gets on (decision 0209).
 */
export class BodyMemory {
  readonly #max: number
  /** The oldest first. */
  readonly #bodies = new Set<Reservation>()
  #waiting: readonly Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(max: number) {
    this.#max = max
  }

  /** The reservation for a body; nothing is reserved yet. */
  open = (client: string): Reservation => ({ client, bytes: 0, at: 0, end: undefined })

  /**
   * Reserves memory for the first `size` bytes of a body. @returns undefined when that was possible at once
   * @throws AppError 503 with Retry-After when it has waited too long
   */
  grow(body: Reservation, size: number): Promise<void> | undefined {
    const bytes = (Math.ceil(size / stepBytes) - 1) * stepBytes
    if (bytes <= body.bytes || this.#take(body, bytes)) return undefined
    this.#timer ??= setInterval(() => this.#startWaiting(), second)
    return new Promise((resolve, reject) => {
      this.#waiting = [...this.#waiting, { body, bytes, since: performance.now(), resolve, reject }]
    })
  }

  release(body: Reservation): void {
    this.#bodies.delete(body)
    this.#waiting = this.#waiting.filter((waiting) => waiting.body !== body)
    this.#startWaiting()
  }

  #isTooMuch(body: Reservation, bytes: number, bodies: readonly Reservation[], max: number): boolean {
    const [oldest = body] = bodies
    return oldest !== body && totalOf(bodies) - body.bytes + bytes > max
  }

  #isClientFull(body: Reservation, bytes: number): boolean {
    const own = [...this.#bodies].filter(({ client }) => client === body.client)
    return (own.length >= maxBodies && !own.includes(body)) || this.#isTooMuch(body, bytes, own, this.#max / 4)
  }

  #take(body: Reservation, bytes: number): boolean {
    if (this.#isClientFull(body, bytes) || this.#isTooMuch(body, bytes, [...this.#bodies], this.#max)) return false
    this.#bodies.add(body)
    body.bytes = bytes
    body.at = performance.now()
    return true
  }

  #startWaiting(): void {
    const now = performance.now()
    for (const waiting of this.#waiting) {
      const { body, bytes, since, resolve, reject } = waiting
      const waitedMs = now - since
      const isTaken = this.#take(body, bytes)
      if (isTaken || waitedMs >= maxWaitMs) this.#waiting = this.#waiting.filter((other) => other !== waiting)
      if (isTaken) resolve()
      else if (waitedMs >= maxWaitMs)
        reject(new AppError('FORM_SUBMISSION_FAILED', { retryAfterS: 5, log: { reason: 'no memory for a body' } }))
      else if (waitedMs >= patienceMs) this.#endSlowest(this.#isClientFull(body, bytes) ? body.client : undefined, now)
    }
    if (this.#waiting.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Ends the body, of one client or of all, whose last step was the longest ago. */
  #endSlowest(client: string | undefined, now: number): void {
    const waiting = new Set(this.#waiting.map(({ body }) => body))
    const [slowest] = [...this.#bodies]
      .filter((body) => body.end !== undefined && !waiting.has(body) && now - body.at >= patienceMs)
      .filter((body) => client === undefined || body.client === client)
      .sort((first, second) => first.at - second.at)
    slowest?.end?.()
  }
}

/** The memory for bodies of this process. */
export const bodyMemory = new BodyMemory(48 * megabyte)
