import { deliveryTag } from './background-sync.ts'
import { clearPauses, deliver, isDeliverable, queuedSubmissions } from './queue.ts'
import { postByFetch, send } from './send.ts'

// The site's service worker (/sw.js). It only delivers queued submissions: it intercepts no requests and caches no pages.

/** The DOM's types lack the events of service workers. */
interface SyncEvent extends Event {
  readonly tag: string
  waitUntil(work: Promise<void>): void
}

/** Rejects if deliverable submissions remain; then the browser fires the event again later, a few times. */
async function deliverAll(): Promise<void> {
  clearPauses()
  await deliver((submission) => send(submission, { post: postByFetch, attempts: 1 }), true)
  const now = Date.now()
  if ((await queuedSubmissions(now)).some((submission) => isDeliverable(submission, now)))
    throw new Error('some submissions could not be delivered yet')
}

addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === deliveryTag) sync.waitUntil(deliverAll())
})
