import type { Handlers, OutboxEntry, Outcome, Topic } from '../../applications/outbox.ts'
import { after, minute, second } from '../../shared/dates.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import { type LaneHealth, type LaneState, laneState, lanes } from './lane.ts'
import { retryAt } from './retry.ts'

/** The lease of a claim: what a crashed worker had claimed can be claimed again after it. */
const lease = 60 * second
/** The time limit of a handler, shorter than its lease. */
const handlerLimit = 55 * second
/** How long recording an outcome is retried, unless the server stops. While the database is away, no other worker can claim the entry either. */
const recordFor = 5 * minute
/** The longest time between two polls: leases of a crashed worker lapse, and other nodes insert entries, without a signal. */
const longestSleep = 15 * second

/** A provider's response without addresses: servers repeat the recipient's. */
const withoutAddresses = (fault: string): string => fault.replace(/[^\s<>"'():;,]+@[^\s<>"'():;,]+/g, '…@…')

/** Gets no personal data: ids, topics, numbers, and responses of providers without addresses. */
export interface WorkerLog {
  info(data: object, message: string): void
  warn(data: object, message: string): void
}

export interface WorkerParts {
  readonly outbox: Outbox
  readonly handlers: Handlers
  readonly clock: () => Date
  readonly log: WorkerLog
  /** Resolves after so many milliseconds, or as soon as the signal is aborted; never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random?: () => number
}

export interface Worker {
  start(): void
  /** Stops claiming; resolves when the outcomes of all entries in flight are recorded. */
  stop(): Promise<void>
  /** Polls now, because an entry was inserted. */
  poke(): void
  /** The health of each topic's provider, for the desk's banner and the metrics. */
  health(): Readonly<Record<Topic, LaneHealth>>
}

/** Works off the due entries of the outbox, lane by lane, until they are sent or parked. */
export function createWorker({ outbox, handlers, clock, log, wait, random = Math.random }: WorkerParts): Worker {
  const states = lanes.map(laneState)
  const inFlight = new Set<Promise<void>>()
  let running: Promise<void> | undefined
  let stopping = false
  let poked = false
  let sleeper = new AbortController()

  const poll = (): void => {
    poked = true
    sleeper.abort()
  }

  /** Calls the entry's handler. One that throws, or exceeds its time limit, has failed. */
  async function callHandler(entry: OutboxEntry, acquire: () => Promise<void>): Promise<Outcome> {
    const finished = new AbortController()
    // The entry's topic decides the type of its payload; TypeScript does not carry that through the lookup.
    const handle = handlers[entry.topic] as (
      payload: unknown,
      entry: OutboxEntry,
      acquire: () => Promise<void>,
    ) => Promise<Outcome>
    const limit = wait(handlerLimit, finished.signal).then(
      (): Outcome => ({ kind: 'failed', fault: 'No answer within 55 seconds' }),
    )
    try {
      return await Promise.race([handle(entry.payload, entry, acquire), limit])
    } catch (error) {
      return { kind: 'failed', fault: `Unexpected error: ${error instanceof Error ? error.message : String(error)}` }
    } finally {
      finished.abort()
    }
  }

  /** Records an outcome, with retries while the database is away: a lost outcome is a message that is sent twice. */
  async function record(entry: OutboxEntry, outcome: Outcome, retry: Date | undefined): Promise<void> {
    const began = clock().getTime()
    for (let tries = 1; ; tries += 1) {
      try {
        const ours = await outbox.settle(entry, outcome, clock(), retry)
        if (!ours) log.warn({ entry: entry.id, topic: entry.topic }, 'an outbox claim had lapsed before its outcome was known')
        return
      } catch (error) {
        if (clock().getTime() - began >= recordFor || (stopping && tries >= 5)) {
          log.warn({ entry: entry.id, topic: entry.topic, err: error }, 'the outcome of an outbox entry could not be recorded')
          return
        }
        await wait(Math.min(tries * 500, 2 * second), new AbortController().signal)
      }
    }
  }

  async function process(state: LaneState, entry: OutboxEntry, acquire: () => Promise<void>): Promise<void> {
    const outcome = await callHandler(entry, acquire)
    const now = clock()
    const logFields = { entry: entry.id, topic: entry.topic, attempts: entry.attempts }
    if (outcome.kind === 'failed') {
      const retry = retryAt(entry, entry.attempts, now, random)
      state.failed(outcome.fault, now)
      log.warn(
        { ...logFields, fault: withoutAddresses(outcome.fault), retryAt: retry?.toISOString() },
        retry === undefined ? 'outbox entry parked' : 'outbox entry failed',
      )
      await record(entry, outcome, retry)
      return
    }
    // The application is deleted: the provider was not called.
    if (outcome.kind === 'deleted') return record(entry, outcome, undefined)
    if (outcome.kind === 'refused') log.warn({ ...logFields, fault: withoutAddresses(outcome.fault) }, 'outbox entry refused')
    await record(entry, outcome, undefined)
    // A refusal is a response: the provider is up.
    if (state.succeeded(now)) for (const topic of state.lane.topics) await outbox.wake(topic, clock())
  }

  function launch(state: LaneState, entry: OutboxEntry): void {
    state.inFlight += 1
    const ticket = state.mutex.ticket()
    const done: Promise<void> = process(state, entry, ticket.acquire)
      .catch((error) => log.warn({ entry: entry.id, err: error }, 'the outbox worker met an error'))
      .finally(() => {
        ticket.release()
        state.inFlight -= 1
        inFlight.delete(done)
        poll()
      })
    inFlight.add(done)
  }

  /** Claims entries up to each lane's capacity. Returns the milliseconds until the next poll. */
  async function round(): Promise<number> {
    const now = clock()
    let sleep = longestSleep
    for (const state of states) {
      const capacity = state.capacity(now)
      if (capacity === 0) {
        const closed = state.closedFor(now)
        if (state.inFlight === 0 && closed > 0) sleep = Math.min(sleep, closed)
        continue
      }
      const entries = await outbox.claim(state.lane.topics, capacity, now, after(now, lease))
      for (const entry of entries) launch(state, entry)
    }
    // Entries that are due by now belong to a lane that is full or closed: the end of an attempt, or of the pause, polls again.
    const due = await outbox.nextDue(now)
    if (due === undefined) return sleep
    return Math.min(sleep, Math.max(0, due.getTime() - clock().getTime()))
  }

  async function run(): Promise<void> {
    let troubles = 0
    while (!stopping) {
      poked = false
      sleeper = new AbortController()
      let sleep: number
      try {
        sleep = await round()
        troubles = 0
      } catch (error) {
        troubles += 1
        sleep = Math.min(second * 2 ** (troubles - 1), longestSleep)
        log.warn({ err: error, tries: troubles }, 'the outbox could not be read')
      }
      if (!poked && !stopping) await wait(sleep, sleeper.signal)
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping = true
      poll()
      await running
      await Promise.allSettled([...inFlight])
    },
    poke() {
      for (const state of states) state.nudge()
      poll()
    },
    health: () =>
      Object.fromEntries(states.flatMap((state) => state.lane.topics.map((topic) => [topic, state.health()]))) as Record<
        Topic,
        LaneHealth
      >,
  }
}
