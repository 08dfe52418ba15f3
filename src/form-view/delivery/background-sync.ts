/** What the browser calls our worker with when there is a connection. */
export const deliveryTag = 'kolam-deliveries'

/** Where the worker is: at the root, so that it speaks for the whole site. */
const workerPath = '/sw.js'

/** The DOM's types do not know Background Sync, which is Chromium's. */
type Syncing = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } }

let installed: Promise<Syncing | undefined> | undefined

const install = async (): Promise<Syncing | undefined> => {
  if (!('serviceWorker' in navigator) || !('SyncManager' in window)) return undefined
  await navigator.serviceWorker.register(workerPath, { type: 'module', updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

/**
 * Installs the worker, in a browser that can call it: when someone begins to write, since a worker cannot be fetched any more once the connection is
 * lost. Where it is forbidden (a private window, a policy), what waits goes out from the next page.
 */
export const prepareBackgroundDelivery = (): Promise<Syncing | undefined> => {
  installed ??= install().catch(() => {
    installed = undefined
    return undefined
  })
  return installed
}

/** Asks the browser to deliver what waits when there is a connection, even when no page of ours is open any more. */
export const askForBackgroundDelivery = (): Promise<void> =>
  prepareBackgroundDelivery()
    .then((registration) => registration?.sync?.register(deliveryTag))
    .catch(() => undefined)
