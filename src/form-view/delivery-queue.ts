import { inStore } from './device-store.ts'
import { draftLife } from './drafts.ts'
import type { Outcome, Parcel } from './send.ts'

/** A submission that could not be delivered and waits on the device, its files included. */
export interface Waiting extends Parcel {
  /** What it is, and the page that its form stands on, for those who look at what waits. */
  readonly title: string
  readonly path: string
  /** Milliseconds since 1970. */
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

export const queueChannel = 'kolam-deliveries'

const tell = (news: QueueNews): void => {
  const channel = new BroadcastChannel(queueChannel)
  channel.postMessage(news)
  channel.close()
}

/** Keeps a submission until it is delivered. @throws when the device keeps nothing. */
export async function enqueue(waiting: Waiting): Promise<void> {
  await inStore(['deliveries'], 'readwrite', async (work) => work.put('deliveries', waiting.key, waiting))
  tell({})
}

/** Whether it is to be sent by itself. */
export const isToBeSent = ({ refusal }: Waiting): boolean => refusal === undefined

/** What waits, oldest first. What has waited for 30 days is forgotten. */
export const waitingOnes = (now: number): Promise<readonly Waiting[]> =>
  inStore(['deliveries'], 'readwrite', async (work) => {
    const all = (await work.all('deliveries')).filter(isWaiting)
    for (const one of all) if (now - one.since > draftLife) work.remove('deliveries', one.key)
    return all.filter((one) => now - one.since <= draftLife).sort((a, b) => a.since - b.since)
  })

const forget = (key: string): Promise<void> =>
  inStore(['deliveries'], 'readwrite', async (work) => work.remove('deliveries', key))

/** Forgets one that waits. */
export async function discard(key: string): Promise<void> {
  await forget(key)
  tell({})
}

/** One delivery at a time over all tabs of the site and its worker, where the browser can say so; the key makes a second one harmless. */
const alone = async (inTurn: boolean, work: () => Promise<void>): Promise<void> => {
  if (typeof navigator.locks === 'undefined') return work()
  await navigator.locks.request('kolam-deliveries', { ifAvailable: !inTurn }, async (lock) => {
    if (lock !== null) await work()
  })
}

/**
 * Sends what waits, oldest first, and stops at the first that nobody takes. Delivered is also what the server has already; each is
 * told. While another tab or the worker delivers, nothing is done; `inTurn`: until it has done.
 */
export const deliver = (send: (waiting: Waiting) => Promise<Outcome>, inTurn = false): Promise<void> =>
  alone(inTurn, async () => {
    for (const waiting of (await waitingOnes(Date.now())).filter(isToBeSent)) {
      const outcome = await send(waiting)
      if (outcome.kind === 'undelivered') return
      if (outcome.kind === 'refused' && outcome.status !== 409) {
        const reasons = Object.values(outcome.faults)
        await enqueue({ ...waiting, refusal: reasons.length > 0 ? reasons.join('. ') : outcome.say })
        continue
      }
      await forget(waiting.key)
      tell({ delivered: { key: waiting.key, applicationId: outcome.kind === 'taken' ? outcome.applicationId : undefined } })
    }
  })
