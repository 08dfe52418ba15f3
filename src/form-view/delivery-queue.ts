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

/** What the parts of a page tell each other through events on `window`: the queue changed, one was delivered. */
export const queueEvents = { changed: 'kolam:deliveries', delivered: 'kolam:delivered' } as const

/** Of `queueEvents.delivered`; no id when the server had it already. */
export interface Delivered {
  readonly key: string
  readonly applicationId?: string
}

/** In the browser's local storage while something waits, so that a page without a form knows that it has something to deliver. */
export const waitingFlag = 'kolam_waiting'

const tell = async (): Promise<void> => {
  window.dispatchEvent(new Event(queueEvents.changed))
  const waits = (await waitingOnes(Date.now())).some(({ refusal }) => refusal === undefined)
  try {
    if (waits) localStorage.setItem(waitingFlag, '1')
    else localStorage.removeItem(waitingFlag)
  } catch {
    // then it goes out from the next page with a form
  }
}

/** Keeps a submission until it is delivered. @throws when the device keeps nothing. */
export async function enqueue(waiting: Waiting): Promise<void> {
  await inStore(['deliveries'], 'readwrite', async (work) => work.put('deliveries', waiting.key, waiting))
  await tell()
}

/** What waits, oldest first. What has waited for 30 days is forgotten. */
export const waitingOnes = (now: number): Promise<readonly Waiting[]> =>
  inStore(['deliveries'], 'readwrite', async (work) => {
    const all = (await work.all('deliveries')).filter(isWaiting)
    for (const one of all) if (now - one.since > draftLife) work.remove('deliveries', one.key)
    return all.filter((one) => now - one.since <= draftLife).sort((a, b) => a.since - b.since)
  })

/** Forgets one that waits. */
export async function discard(key: string): Promise<void> {
  await inStore(['deliveries'], 'readwrite', async (work) => work.remove('deliveries', key))
  await tell()
}

/** One delivery at a time over all tabs of the site, where the browser can say so; the key makes a second one harmless. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  if (typeof navigator.locks === 'undefined') return work()
  await navigator.locks.request('kolam-deliveries', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}

/**
 * Sends what waits, oldest first, and stops at the first that nobody takes. Delivered is also what the server has already. Each is
 * told by an event (`queueEvents.delivered`).
 */
export const deliver = (send: (waiting: Waiting) => Promise<Outcome>): Promise<void> =>
  alone(async () => {
    for (const waiting of await waitingOnes(Date.now())) {
      if (waiting.refusal !== undefined) continue
      const outcome = await send(waiting)
      if (outcome.kind === 'undelivered') return
      if (outcome.kind === 'refused' && outcome.status !== 409) {
        const reasons = Object.values(outcome.faults)
        await enqueue({ ...waiting, refusal: reasons.length > 0 ? reasons.join('. ') : outcome.say })
        continue
      }
      await discard(waiting.key)
      const detail: Delivered = {
        key: waiting.key,
        applicationId: outcome.kind === 'taken' ? outcome.applicationId : undefined,
      }
      window.dispatchEvent(new CustomEvent(queueEvents.delivered, { detail }))
    }
  })
