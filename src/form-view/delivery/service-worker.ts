import { deliveryTag } from './background-sync.ts'
import { deliver, forgetPauses, isToBeSent, waitingOnes } from './queue.ts'
import { postByFetch, send } from './send.ts'

// The site's service worker (/sw.js). It delivers what waits on the device, and does nothing else: it sees no request and keeps no page.

/** The DOM's types have no service workers. */
interface SyncEvent extends Event {
  readonly tag: string
  waitUntil(work: Promise<void>): void
}

/** Rejects while something still waits: then the browser calls again later, a few times. */
async function deliverAll(): Promise<void> {
  forgetPauses()
  await deliver((waiting) => send(waiting, { post: postByFetch, attempts: 1 }), true)
  const now = Date.now()
  if ((await waitingOnes(now)).some((one) => isToBeSent(one, now))) throw new Error('some submissions could not be delivered yet')
}

addEventListener('sync', (event) => {
  const call = event as SyncEvent
  if (call.tag === deliveryTag) call.waitUntil(deliverAll())
})
