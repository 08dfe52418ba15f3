import { second } from '../../shared/dates.ts'
import { warnOnce } from '../device-store.ts'
import { flagWaiting } from '../web-storage.ts'
import { type Delivered, deliver, forgetPauses, isToBeSent, onQueueNews, type Waiting, waitingOnes } from './queue.ts'
import { send } from './send.ts'

export interface DeliveryWatch {
  /** Tries all that may be sent, now, also what pauses, and also where the browser believes that there is no connection. */
  readonly tryNow: () => Promise<void>
  readonly stop: () => void
}

const everyMs = 20 * second

/**
 * Sends what waits on the device: now, when the connection returns, when the page comes to the front, and every 20 s while it is open.
 * `onWaiting` hears of every change of what waits, `onDelivered` of each that was delivered.
 */
export function watchDeliveries(
  onWaiting: (waiting: readonly Waiting[]) => void,
  onDelivered: (one: Delivered) => void,
): DeliveryWatch {
  let stopped = false
  const guard = (work: () => Promise<void>) => (): Promise<void> =>
    work().catch((error: unknown) => warnOnce('the delivery queue', error))
  const read = guard(async () => {
    const now = Date.now()
    const waiting = await waitingOnes(now)
    flagWaiting(waiting.some((one) => isToBeSent(one, now)))
    if (!stopped) onWaiting(waiting)
  })
  const deliverDue = guard(() => deliver((waiting) => send(waiting, { attempts: 1 })))
  const tryNow = (): Promise<void> => {
    forgetPauses()
    return deliverDue()
  }
  const tryDue = async (): Promise<void> => {
    // also finds what another tab or the worker changed, in a browser in which they cannot say so
    await read()
    if (navigator.onLine) await deliverDue()
  }
  const shown = (): void => {
    if (document.visibilityState === 'visible') void tryDue()
  }
  const timer = setInterval(() => void tryDue(), everyMs)
  const endNews = onQueueNews(({ delivered }) => {
    if (delivered !== undefined) onDelivered(delivered)
    void read()
  })
  window.addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', shown)
  void tryDue()
  return {
    tryNow,
    stop() {
      stopped = true
      clearInterval(timer)
      endNews()
      window.removeEventListener('online', tryNow)
      document.removeEventListener('visibilitychange', shown)
    },
  }
}
