import { minute, second } from '../../shared/dates.ts'
import { inStore, isOld, isWrongReading } from '../device-store.ts'
import type { Parcel } from './payload.ts'
import type { Outcome } from './send.ts'

/** A submission that could not be delivered and waits on the device, its files included. */
export interface Waiting extends Parcel {
  /** What it is, and the page that its form stands on, for those who look at what waits. */
  readonly title: string
  readonly path: string
  /** From when its age counts: the reading of the device's clock when it was queued, if that can be right. Milliseconds since 1970. */
  readonly since: number
  /** Why the server would not take it, when it came to that; it is not sent again by itself. */
  readonly refusal?: string
}

const isWaiting = (value: unknown): value is Waiting => typeof value === 'object' && value !== null && 'since' in value

/** No id when the server had it already. */
export interface Delivered {
  readonly key: string
  readonly applicationId?: string
}

/** What the site's tabs and its worker tell each other, and a tab itself: the queue changed, and perhaps that one was delivered. */
export type QueueNews = { readonly delivered?: Delivered }

const listeners = new Set<(news: QueueNews) => void>()

/** To the other tabs and the worker; an older browser has none, and its tabs see the queue's changes when they try next. */
let channel: BroadcastChannel | undefined
try {
  channel = new BroadcastChannel('kolam-deliveries')
  channel.onmessage = ({ data }: MessageEvent<QueueNews>) => {
    for (const hear of listeners) hear(data)
  }
} catch {}

/** Calls `hear` with every change of the queue, from this tab or another; the answer ends it. */
export function onQueueNews(hear: (news: QueueNews) => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Announces a change of the queue, to this tab and the others. */
export function announce(news: QueueNews): void {
  for (const hear of listeners) hear(news)
  try {
    channel?.postMessage(news)
  } catch {}
}

const store = (waiting: Waiting): Promise<void> =>
  inStore(['deliveries'], 'readwrite', async (work) => work.put('deliveries', waiting.key, waiting))

/** Keeps a submission until it is delivered. @throws when the device keeps nothing. */
export async function enqueue(waiting: Waiting): Promise<void> {
  await store(waiting)
  announce({})
}

/** Whether it has waited so long that its sender is to be asked before it is sent. */
export const isOverdue = ({ since }: Waiting, now: number): boolean => isOld(since, now)

/** Whether it is to be sent by itself. */
export const isToBeSent = (waiting: Waiting, now: number): boolean => waiting.refusal === undefined && !isOverdue(waiting, now)

/** All that waits, oldest first; nothing is ever removed for its age. One that was queued by a wrong clock ages from `now` on. */
export const waitingOnes = (now: number): Promise<readonly Waiting[]> =>
  inStore(['deliveries'], 'readwrite', async (work) => {
    const all = (await work.all('deliveries')).filter(isWaiting).sort((a, b) => a.since - b.since)
    return all.map((one) => {
      if (!isWrongReading(one.since, now)) return one
      const corrected = { ...one, since: now }
      work.put('deliveries', one.key, corrected)
      return corrected
    })
  })

const forget = (key: string): Promise<void> =>
  inStore(['deliveries'], 'readwrite', async (work) => work.remove('deliveries', key))

/** Forgets one that waits. */
export async function discard(key: string): Promise<void> {
  await forget(key)
  announce({})
}

/** Makes an overdue one to be sent again: its age counts from `now` on. */
export async function renew(waiting: Waiting, now: number): Promise<void> {
  await store({ ...waiting, since: now })
  announce({})
}

/** One delivery at a time over all tabs of the site and its worker, where the browser can say so; the key makes a second one harmless. */
const alone = async (inTurn: boolean, work: () => Promise<void>): Promise<void> => {
  if (typeof navigator.locks === 'undefined') return work()
  await navigator.locks.request('kolam-deliveries', { ifAvailable: !inTurn }, async (lock) => {
    if (lock !== null) await work()
  })
}

/** By key: how often one was not taken, and from when it may be tried again, by `performance.now()`, which no clock change moves. */
const pauses = new Map<string, { readonly failures: number; readonly until: number }>()

const failuresOf = ({ key }: Waiting): number => pauses.get(key)?.failures ?? 0

/** Lets everything be tried at once: the connection has returned, or the visitor asks for it. */
export const forgetPauses = (): void => pauses.clear()

function pause(waiting: Waiting): void {
  const failures = failuresOf(waiting) + 1
  pauses.set(waiting.key, { failures, until: performance.now() + Math.min(15 * minute, 15 * second * 2 ** (failures - 1)) })
}

/**
 * Sends what waits and may be sent by itself: what has failed least first, then the oldest. One that nobody takes pauses for longer each
 * time and holds no other back. Delivered is also what the server has already; each is announced. While another tab or the worker
 * delivers, nothing is done; `inTurn`: until it has done.
 */
export const deliver = (send: (waiting: Waiting) => Promise<Outcome>, inTurn = false): Promise<void> =>
  alone(inTurn, async () => {
    const now = Date.now()
    const due = (await waitingOnes(now)).filter(
      (one) => isToBeSent(one, now) && (pauses.get(one.key)?.until ?? 0) <= performance.now(),
    )
    for (const waiting of due.sort((a, b) => failuresOf(a) - failuresOf(b))) {
      const outcome = await send(waiting)
      if (outcome.kind === 'undelivered') {
        pause(waiting)
        continue
      }
      if (outcome.kind === 'refused' && outcome.status !== 409) {
        const reasons = Object.values(outcome.faults)
        await enqueue({ ...waiting, refusal: reasons.length > 0 ? reasons.join('. ') : outcome.say })
        continue
      }
      await forget(waiting.key)
      announce({ delivered: { key: waiting.key, applicationId: outcome.kind === 'taken' ? outcome.applicationId : undefined } })
    }
  })
