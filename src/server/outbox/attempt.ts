import type { Handlers, OutboxEntry, Outcome, Topic } from '../../applications/outbox.ts'
import { after, day, minute, second } from '../../shared/dates.ts'
import { withoutAddress } from '../log.ts'
import type { Outbox } from '../records/outbox/port.ts'
import type { Lane } from './lane.ts'

/** The time limit of a handler, shorter than the lease of a claim. */
const handlerLimit = 55 * second
/** How long recording an outcome is retried, unless the server stops. While the database is unreachable, no other worker can claim the entry either. */
const recordFor = 5 * minute
/** How long an entry is retried. A program that was away for a day can read what it missed with its token. */
const retryFor = (topic: Topic): number => (topic === 'report' ? day : 5 * day)
const maxPause = 15 * minute

/** Receives no personal data: only ids, topics, numbers, and providers' responses without addresses. */
interface WorkerLog {
  info(data: object, message: string): void
  warn(data: object, message: string): void
}

export interface AttemptParts {
  readonly outbox: Pick<Outbox, 'claim' | 'settle' | 'wake' | 'nextDue'>
  readonly handlers: Handlers
  readonly clock: () => Date
  readonly log: WorkerLog
  /** Resolves after `ms` milliseconds, or as soon as the signal is aborted; never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal
}

/** Milliseconds until the next try after the `n`th one: 1 s, 2 s, 4 s … 15 min, less a jitter of up to a quarter. */
const pause = (n: number, random: () => number): number =>
  Math.round(Math.min(second * 2 ** Math.min(Math.max(n, 1) - 1, 20), maxPause) * (1 - random() / 4))

/**
 * When to retry an entry whose attempt failed; undefined when it is parked. The days count from its first failure, or from the first failure after
 * the admin sent it again. An entry has at least three attempts, even if our own outage used up the days.
 */
function retryAt({ topic, failingSince, attempts }: OutboxEntry, now: Date, random: () => number): Date | undefined {
  const isOld = failingSince !== null && now.getTime() - failingSince.getTime() >= retryFor(topic)
  return isOld && attempts >= 3 ? undefined : after(now, pause(attempts, random))
}

/** The reason with which a wait is aborted: without one, each abort creates an exception with a stack trace. */
export const isOver = 'nothing to wait for any more'

/** Calls the entry's handler. One that throws, or exceeds its time limit, has failed. */
async function callHandler({ handlers, wait }: AttemptParts, entry: OutboxEntry): Promise<Outcome> {
  const finished = new AbortController()
  // The entry's topic decides the type of its payload; TypeScript does not carry that through the lookup.
  const handle = handlers[entry.topic] as (payload: unknown, entry: OutboxEntry) => Promise<Outcome>
  const limit = wait(handlerLimit, finished.signal).then(
    (): Outcome => ({ kind: 'failed', fault: 'No answer within 55 seconds' }),
  )
  try {
    return await Promise.race([handle(entry.payload, entry), limit])
  } catch (error) {
    return { kind: 'failed', fault: `Unexpected error: ${error instanceof Error ? error.message : String(error)}` }
  } finally {
    finished.abort(isOver)
  }
}

/** Records an outcome, with retries while the database is unreachable: if an outcome is lost, the message is sent twice. */
async function record(
  { outbox, clock, log, wait, stopping }: AttemptParts,
  entry: OutboxEntry,
  outcome: Outcome,
  retry: Date | undefined,
): Promise<void> {
  const began = clock().getTime()
  for (let tries = 1; ; tries += 1) {
    try {
      const isRecorded = await outbox.settle(entry, outcome, clock(), retry)
      if (!isRecorded)
        log.warn({ entry: entry.id, topic: entry.topic }, 'an outbox claim had lapsed before its outcome was known')
      return
    } catch (error) {
      if (clock().getTime() - began >= recordFor || (stopping.aborted && tries >= 5)) {
        log.warn({ entry: entry.id, topic: entry.topic, err: error }, 'the outcome of an outbox entry could not be recorded')
        return
      }
      await wait(Math.min(tries * 500, 2 * second), new AbortController().signal)
    }
  }
}

/** Whether the provider was called, and accepted or refused the entry. */
const isAnswered = ({ kind }: Outcome): boolean => kind === 'sent' || kind === 'refused'

/** Sends one claimed entry and records the outcome. */
export async function attempt(parts: AttemptParts, { provider, topics }: Lane, entry: OutboxEntry): Promise<void> {
  const { outbox, clock, log, random } = parts
  const outcome = await callHandler(parts, entry)
  const now = clock()
  const logFields = { entry: entry.id, topic: entry.topic, attempts: entry.attempts }
  if (outcome.kind === 'failed') {
    const retry = retryAt(entry, now, random)
    if (outcome.ofRecipient !== true) provider.failed(outcome.fault, now, outcome.retryAfterMs)
    log.warn(
      { ...logFields, fault: withoutAddress(outcome.fault), retryAt: retry?.toISOString() },
      retry === undefined ? 'outbox entry parked' : 'outbox entry failed',
    )
    return record(parts, entry, outcome, retry)
  }
  if (outcome.kind === 'postponed') log.info({ ...logFields, until: outcome.until.toISOString() }, 'outbox entry postponed')
  // The provider was not called.
  if (!isAnswered(outcome)) return record(parts, entry, outcome, undefined)
  if (outcome.kind === 'refused') log.warn({ ...logFields, fault: withoutAddress(outcome.fault) }, 'outbox entry refused')
  await record(parts, entry, outcome, undefined)
  // A refusal is a response: the provider is up.
  if (provider.succeeded(now)) for (const topic of topics) await outbox.wake(topic, clock())
}
