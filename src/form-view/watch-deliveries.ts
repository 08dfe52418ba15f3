import { second } from '../shared/dates.ts'
import { type Delivered, deliver, isToBeSent, type QueueNews, queueChannel, type Waiting, waitingOnes } from './delivery-queue.ts'
import { warnOnce } from './device-store.ts'
import { send } from './send.ts'
import { flagWaiting } from './waiting-flag.ts'

export interface DeliveryWatch {
  /** Tries now. */
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
  const look = async (): Promise<void> => {
    const waiting = await waitingOnes(Date.now())
    flagWaiting(waiting.some(isToBeSent))
    if (!stopped) onWaiting(waiting)
  }
  const guard = (work: () => Promise<void>) => (): Promise<void> =>
    work().catch((error: unknown) => warnOnce('the delivery queue', error))
  const tryNow = guard(async () => {
    if (navigator.onLine) await deliver((waiting) => send(waiting, { attempts: 1 }))
  })
  const changed = guard(look)
  const shown = (): void => {
    if (document.visibilityState === 'visible') void tryNow()
  }
  const timer = setInterval(() => void tryNow(), everyMs)
  window.addEventListener('online', tryNow)
  const news = new BroadcastChannel(queueChannel)
  news.onmessage = ({ data }: MessageEvent<QueueNews>) => {
    if (data.delivered !== undefined) onDelivered(data.delivered)
    void changed()
  }
  document.addEventListener('visibilitychange', shown)
  void changed().then(tryNow)
  return {
    tryNow,
    stop() {
      stopped = true
      clearInterval(timer)
      window.removeEventListener('online', tryNow)
      news.close()
      document.removeEventListener('visibilitychange', shown)
    },
  }
}
