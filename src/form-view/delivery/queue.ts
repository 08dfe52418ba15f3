import { minute, second } from '../../shared/durations.ts'
import { inTransaction, isExpired, isImpossibleTime } from '../device-store.ts'
import type { SubmissionPayload } from './payload.ts'
import type { Outcome } from './send.ts'

/** A submission that could not be delivered yet and is stored on the device, with its files. */
export interface QueuedSubmission extends SubmissionPayload {
  /** The form's title and the path of its page, for the list of queued submissions. */
  readonly title: string
  readonly path: string
  /** When it was queued, by the device's clock, in milliseconds since 1970. An impossible time is corrected. */
  readonly since: number
  /** Why the server refused it. A refused submission is not retried automatically. */
  readonly refusal?: string
}

const isQueued = (value: unknown): value is QueuedSubmission => typeof value === 'object' && value !== null && 'since' in value

/** A delivered submission. `applicationId` is missing if the server had already stored it. */
export interface Delivered {
  readonly key: string
  readonly applicationId?: string
  readonly privateLink?: string
}

/** A message between the site's tabs and its service worker: the queue changed; `delivered` names a delivered submission. */
type QueueChange = { readonly delivered?: Delivered }

const listeners = new Set<(change: QueueChange) => void>()

/** The channel to other tabs and the worker. Without it, they see changes of the queue at their next attempt. */
let channel: BroadcastChannel | undefined
try {
  channel = new BroadcastChannel('kolam-deliveries')
  channel.onmessage = ({ data }: MessageEvent<QueueChange>) => {
    for (const listener of listeners) listener(data)
  }
} catch {}

/** Calls `listener` with every change of the queue, from this tab or another. Returns a function that stops it. */
export function onQueueChange(listener: (change: QueueChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Announces a change of the queue, to this tab and the others. */
export function announce(change: QueueChange): void {
  for (const listener of listeners) listener(change)
  try {
    channel?.postMessage(change)
  } catch {}
}

const store = (submission: QueuedSubmission): Promise<void> =>
  inTransaction(['deliveries'], 'readwrite', async (work) => work.put('deliveries', submission.key, submission))

/** Stores a submission until it is delivered. @throws Error when the device's storage fails. */
export async function enqueue(submission: QueuedSubmission): Promise<void> {
  await store(submission)
  announce({})
}

/** Whether it has waited for more than 30 days. Then it is sent only after the visitor confirms. */
export const isOverdue = ({ since }: QueuedSubmission, now: number): boolean => isExpired(since, now)

/** Whether it may be sent automatically. */
export const isDeliverable = (submission: QueuedSubmission, now: number): boolean =>
  submission.refusal === undefined && !isOverdue(submission, now)

/** All queued submissions of any age, oldest first. If one was queued by a wrong clock, its age starts at `now`. */
export const queuedSubmissions = (now: number): Promise<readonly QueuedSubmission[]> =>
  inTransaction(['deliveries'], 'readwrite', async (work) => {
    const all = (await work.all('deliveries')).filter(isQueued).sort((a, b) => a.since - b.since)
    return all.map((submission) => {
      if (!isImpossibleTime(submission.since, now)) return submission
      const corrected = { ...submission, since: now }
      work.put('deliveries', submission.key, corrected)
      return corrected
    })
  })

const remove = (key: string): Promise<void> =>
  inTransaction(['deliveries'], 'readwrite', async (work) => work.remove('deliveries', key))

/** Records why the server refused a submission, unless the visitor discarded it while it was sent. */
async function markRefused(submission: QueuedSubmission, refusal: string): Promise<void> {
  await inTransaction(['deliveries'], 'readwrite', async (work) => {
    if (await work.get('deliveries', submission.key)) work.put('deliveries', submission.key, { ...submission, refusal })
  })
  announce({})
}

/** Removes a queued submission. */
export async function discard(key: string): Promise<void> {
  await remove(key)
  announce({})
}

/** Makes an overdue submission deliverable again: its age starts at `now`. */
export async function renew(submission: QueuedSubmission, now: number): Promise<void> {
  await store({ ...submission, since: now })
  announce({})
}

/** Runs one delivery at a time in all tabs and the worker, if the browser supports locks. Without locks, the idempotency key makes a second delivery harmless. */
const withDeliveryLock = async (waits: boolean, work: () => Promise<void>): Promise<void> => {
  if (typeof navigator.locks === 'undefined') return work()
  await navigator.locks.request('kolam-deliveries', { ifAvailable: !waits }, async (lock) => {
    if (lock !== null) await work()
  })
}

/** By key: the number of failed attempts, and when the next one is allowed (`performance.now()`, which clock changes do not affect). */
const pauses = new Map<string, { readonly failures: number; readonly until: number }>()

const failuresOf = ({ key }: QueuedSubmission): number => pauses.get(key)?.failures ?? 0

/** Ends all pauses: the connection has returned, or the visitor wants to send now. */
export const clearPauses = (): void => pauses.clear()

function pause(submission: QueuedSubmission): void {
  const failures = failuresOf(submission) + 1
  pauses.set(submission.key, { failures, until: performance.now() + Math.min(15 * minute, 15 * second * 2 ** (failures - 1)) })
}

/**
 * Sends the deliverable submissions: those with the fewest failures first, then the oldest. A failed one waits before its next attempt, up to
 * 15 minutes, and does not block others. One that the server already has counts as delivered. Each delivery is announced. While another tab or the
 * worker delivers, it does nothing; with `waits`, it starts when that delivery has ended.
 */
export const deliver = (send: (submission: QueuedSubmission) => Promise<Outcome>, waits = false): Promise<void> =>
  withDeliveryLock(waits, async () => {
    const now = Date.now()
    const due = (await queuedSubmissions(now)).filter(
      (submission) => isDeliverable(submission, now) && (pauses.get(submission.key)?.until ?? 0) <= performance.now(),
    )
    for (const submission of due.sort((a, b) => failuresOf(a) - failuresOf(b))) {
      const outcome = await send(submission)
      if (outcome.kind === 'undelivered') {
        pause(submission)
        continue
      }
      if (outcome.kind === 'refused' && outcome.status !== 409) {
        const reasons = Object.values(outcome.faults)
        await markRefused(submission, reasons.length > 0 ? reasons.join('. ') : outcome.message)
        continue
      }
      await remove(submission.key)
      announce({
        delivered: {
          key: submission.key,
          ...(outcome.kind === 'accepted' && { applicationId: outcome.applicationId, privateLink: outcome.privateLink }),
        },
      })
    }
  })
