import { second } from '../../shared/durations.ts'
import { warnOnce } from '../device-store.ts'
import { flagWaiting } from '../web-storage.ts'
import {
  clearPauses,
  type Delivered,
  deliver,
  isDeliverable,
  onQueueChange,
  type QueuedSubmission,
  queuedSubmissions,
} from './queue.ts'
import { send } from './send.ts'

export interface DeliveryWatch {
  /** Tries all deliverable submissions now, without backoff, even if the browser reports no connection. */
  readonly tryNow: () => Promise<void>
  readonly stop: () => void
}

const intervalMs = 20 * second

/**
 * Delivers the queue: now, when the connection returns, when the page becomes visible, and every 20 s while it is open. `onQueued` is
 * called with the queue after every change, `onDelivered` with each delivered submission.
 */
export function watchDeliveries(
  onQueued: (queued: readonly QueuedSubmission[]) => void,
  onDelivered: (delivered: Delivered) => void,
): DeliveryWatch {
  let stopped = false
  const guard = (work: () => Promise<void>) => (): Promise<void> =>
    work().catch((error: unknown) => warnOnce('the delivery queue', error))
  const read = guard(async () => {
    const now = Date.now()
    const queued = await queuedSubmissions(now)
    flagWaiting(queued.some((submission) => isDeliverable(submission, now)))
    if (!stopped) onQueued(queued)
  })
  const deliverDue = guard(() => deliver((submission) => send(submission, { attempts: 1 })))
  const tryNow = (): Promise<void> => {
    clearPauses()
    return deliverDue()
  }
  const tryDue = async (): Promise<void> => {
    // Finds changes by other tabs and the worker, even in a browser without BroadcastChannel.
    await read()
    if (navigator.onLine) await deliverDue()
  }
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') void tryDue()
  }
  const timer = setInterval(() => void tryDue(), intervalMs)
  const stopListening = onQueueChange(({ delivered }) => {
    if (delivered !== undefined) onDelivered(delivered)
    void read()
  })
  window.addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', onVisible)
  void tryDue()
  return {
    tryNow,
    stop() {
      stopped = true
      clearInterval(timer)
      stopListening()
      window.removeEventListener('online', tryNow)
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}
