import type { Handlers, OutboxEntry, Outcome, Topic } from '../../applications/outbox.ts'
import { after, minute, second } from '../../shared/dates.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import { type LaneHealth, type LaneState, laneState, lanes } from './lane.ts'
import { retryAt } from './retry.ts'

/** How long a claim holds; what a crashed worker held is taken by another after it. */
const lease = 60 * second
/** How long a handler may take, so that it ends before its claim does. */
const handlerLimit = 55 * second
/** How long an outcome is tried to be recorded, unless the server is to stop: while the store is away for all, nobody takes the claim over. */
const recordFor = 5 * minute
/** At the longest, between two looks into the outbox: claims of a crashed worker lapse, and other nodes queue, without a word to us. */
const longestSleep = 15 * second

/** What a counterpart answered, without the addresses in it: servers repeat the recipient's. */
const withoutAddresses = (fault: string): string => fault.replace(/[^\s<>"'():;,]+@[^\s<>"'():;,]+/g, '…@…')

/** Never given personal data: ids, topics, numbers, and what a counterpart answered, without addresses. */
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
  /** Claims nothing more, and resolves when what is on its way has arrived or failed, and is recorded. */
  stop(): Promise<void>
  /** Something was queued: look now. */
  poke(): void
  /** How each topic's counterpart has been; for the dashboard's banner and the metrics. */
  health(): Readonly<Record<Topic, LaneHealth>>
}

/** Sends what the outbox holds: what is due, lane by lane, until it is taken. */
export function createWorker({ outbox, handlers, clock, log, wait, random = Math.random }: WorkerParts): Worker {
  const states = lanes.map(laneState)
  const inFlight = new Set<Promise<void>>()
  let running: Promise<void> | undefined
  let stopping = false
  let poked = false
  let sleeper = new AbortController()

  const look = (): void => {
    poked = true
    sleeper.abort()
  }

  /** What became of one attempt. A handler that throws has failed; one that hangs has, too. */
  async function attempt(entry: OutboxEntry, turn: () => Promise<void>): Promise<Outcome> {
    const given = new AbortController()
    // The entry's topic decides the type of its payload; TypeScript does not carry that through the lookup.
    const handle = handlers[entry.topic] as (payload: unknown, entry: OutboxEntry, turn: () => Promise<void>) => Promise<Outcome>
    const limit = wait(handlerLimit, given.signal).then((): Outcome => ({ kind: 'failed', fault: 'No answer within 55 seconds' }))
    try {
      return await Promise.race([handle(entry.payload, entry, turn), limit])
    } catch (error) {
      return { kind: 'failed', fault: `Unexpected error: ${error instanceof Error ? error.message : String(error)}` }
    } finally {
      given.abort()
    }
  }

  /** Records an outcome; the store may be away for a while, and an outcome that is lost is a message that is sent twice. */
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

  async function process(state: LaneState, entry: OutboxEntry, turn: () => Promise<void>): Promise<void> {
    const outcome = await attempt(entry, turn)
    const now = clock()
    const told = { entry: entry.id, topic: entry.topic, attempts: entry.attempts }
    if (outcome.kind === 'failed') {
      const retry = retryAt(entry, entry.attempts, now, random)
      state.failed(outcome.fault, now)
      log.warn(
        { ...told, fault: withoutAddresses(outcome.fault), retryAt: retry?.toISOString() },
        retry === undefined ? 'outbox entry parked' : 'outbox entry failed',
      )
      await record(entry, outcome, retry)
      return
    }
    // Its application is deleted: nothing was tried, and nothing is known of the counterpart.
    if (outcome.kind === 'deleted') return record(entry, outcome, undefined)
    if (outcome.kind === 'refused') log.warn({ ...told, fault: withoutAddresses(outcome.fault) }, 'outbox entry refused')
    await record(entry, outcome, undefined)
    // A refusal is an answer: the counterpart is there.
    if (state.succeeded(now)) for (const topic of state.lane.topics) await outbox.wake(topic, clock())
  }

  function launch(state: LaneState, entry: OutboxEntry): void {
    state.inFlight += 1
    const place = state.turns.place()
    const done: Promise<void> = process(state, entry, place.take)
      .catch((error) => log.warn({ entry: entry.id, err: error }, 'the outbox worker met an error'))
      .finally(() => {
        place.leave()
        state.inFlight -= 1
        inFlight.delete(done)
        look()
      })
    inFlight.add(done)
  }

  /** Claims what there is room for; how many milliseconds may pass before the next look. */
  async function round(): Promise<number> {
    const now = clock()
    let sleep = longestSleep
    for (const state of states) {
      const room = state.room(now)
      if (room === 0) {
        const closed = state.closedFor(now)
        if (state.inFlight === 0 && closed > 0) sleep = Math.min(sleep, closed)
        continue
      }
      const entries = await outbox.claim(state.lane.topics, room, now, after(now, lease))
      for (const entry of entries) launch(state, entry)
    }
    // What was due when we looked belongs to a lane that is full or closed: the end of an attempt, or of the pause, brings the next look.
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
      look()
      await running
      await Promise.allSettled([...inFlight])
    },
    poke() {
      for (const state of states) state.nudge()
      look()
    },
    health: () =>
      Object.fromEntries(states.flatMap((state) => state.lane.topics.map((topic) => [topic, state.health()]))) as Record<
        Topic,
        LaneHealth
      >,
  }
}
