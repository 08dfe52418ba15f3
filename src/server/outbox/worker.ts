import type { OutboxEntry, Topic } from '../../applications/outbox.ts'
import { after, second } from '../../shared/dates.ts'
import { type AttemptParts, attempt, isOver } from './attempt.ts'
import { capacity, createLanes, type Lane } from './lane.ts'
import type { LaneHealth } from './provider-state.ts'

/** The lease of a claim: after it, the entries of a crashed worker can be claimed again. */
const lease = 60 * second
/** The longest time between two polls: nothing signals that a lease has lapsed, or that another node inserted an entry. */
const maxSleep = 15 * second

interface WorkerParts extends Omit<AttemptParts, 'random' | 'stopping'> {
  /** From 0 to 1. */
  readonly random?: () => number
}

export interface Worker {
  start(): void
  /** Stops claiming; resolves when the outcomes of all entries in flight are recorded. */
  stop(): Promise<void>
  /** Polls now: an entry was inserted. */
  poke(): void
  /** The health of each topic's provider, for the desk's banner and the metrics. */
  health(): Readonly<Record<Topic, LaneHealth>>
}

/** The attempts in progress. */
function createAttempts(parts: AttemptParts, onEnd: () => void) {
  const inFlight = new Map<Promise<void>, OutboxEntry>()
  return {
    /** The ids of the entries that are being sent, or whose outcome is being recorded. */
    ids: (): readonly string[] => [...inFlight.values()].map(({ id }) => id),
    /** Starts sending a claimed entry. */
    start(lane: Lane, entry: OutboxEntry): void {
      lane.inFlight += 1
      const done: Promise<void> = attempt(parts, lane, entry)
        .catch((error) => parts.log.warn({ entry: entry.id, err: error }, 'the outbox worker failed'))
        .finally(() => {
          lane.inFlight -= 1
          inFlight.delete(done)
          onEnd()
        })
      inFlight.set(done, entry)
    },
    /** Resolves when all have ended. */
    ended: (): Promise<unknown> => Promise.allSettled([...inFlight.keys()]),
  }
}

/**
 * Claims due entries up to each lane's capacity, and starts to send them. An own attempt is never begun again while it lasts: its claim lapses when the clock
 * is set forward, or when the outcome cannot be recorded for a minute.
 * @returns the milliseconds until the next poll
 */
async function claimDue({ outbox, clock }: AttemptParts, lanes: readonly Lane[], attempts: ReturnType<typeof createAttempts>) {
  const now = clock()
  let sleep = maxSleep
  for (const lane of lanes) {
    const limit = capacity(lane, now)
    if (limit === 0) {
      const pause = lane.provider.msToTry(now)
      if (lane.inFlight === 0 && pause > 0) sleep = Math.min(sleep, pause)
      continue
    }
    const entries = await outbox.claim(lane.topics, limit, now, after(now, lease), attempts.ids())
    for (const entry of entries) attempts.start(lane, entry)
  }
  // An entry that is already due belongs to a lane that is full or paused: the next poll comes when an attempt or the pause ends.
  const due = await outbox.nextDue(now)
  if (due === undefined) return sleep
  return Math.min(sleep, Math.max(0, due.getTime() - clock().getTime()))
}

/** Sends the due entries of the outbox, lane by lane. */
export function createWorker({ random = Math.random, ...options }: WorkerParts): Worker {
  const stopping = new AbortController()
  const parts: AttemptParts = { ...options, random, stopping: stopping.signal }
  const lanes = createLanes()
  let running: Promise<void> | undefined
  let poked = false
  let sleeper = new AbortController()

  const poll = (): void => {
    poked = true
    sleeper.abort(isOver)
  }
  const attempts = createAttempts(parts, poll)

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      poked = false
      sleeper = new AbortController()
      let sleep: number
      try {
        sleep = await claimDue(parts, lanes, attempts)
        failures = 0
      } catch (error) {
        failures += 1
        sleep = Math.min(second * 2 ** (failures - 1), maxSleep)
        parts.log.warn({ err: error, tries: failures }, 'the outbox could not be read')
      }
      if (!poked && !stopping.signal.aborted) await parts.wait(sleep, sleeper.signal)
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      poll()
      await running
      await attempts.ended()
    },
    poke() {
      for (const lane of lanes) lane.provider.nudge()
      poll()
    },
    health: () =>
      Object.fromEntries(lanes.flatMap(({ topics, provider }) => topics.map((topic) => [topic, provider.health()]))) as Record<
        Topic,
        LaneHealth
      >,
  }
}
