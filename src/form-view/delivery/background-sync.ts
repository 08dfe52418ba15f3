/** The tag of the worker's `sync` event, which the browser fires when there is a connection. */
export const deliveryTag = 'kolam-deliveries'

/** At the root, so that the worker's scope is the site. */
const workerPath = '/sw.js'

/** The DOM's types lack Background Sync, which only Chromium has. */
type Syncing = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } }

let installed: Promise<Syncing | undefined> | undefined

const install = async (): Promise<Syncing | undefined> => {
  if (!('serviceWorker' in navigator) || !('SyncManager' in window)) return undefined
  await navigator.serviceWorker.register(workerPath, { type: 'module', updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

/**
 * Installs the worker, if the browser has Background Sync. Called when the visitor starts typing, because the worker cannot be fetched after the
 * connection is lost. If workers are forbidden (a private window, a policy), the next page delivers the queue.
 */
export const prepareBackgroundDelivery = (): Promise<Syncing | undefined> => {
  installed ??= install().catch(() => {
    installed = undefined
    return undefined
  })
  return installed
}

/** Asks the browser to deliver the queue when there is a connection, even if no page of the site is open then. */
export const requestBackgroundDelivery = (): Promise<void> =>
  prepareBackgroundDelivery()
    .then((registration) => registration?.sync?.register(deliveryTag))
    .catch(() => undefined)
