import { watchDeliveries } from './watch.ts'

// Loaded by a page without a form when submissions are queued on this device (`waitingFlag` in web-storage.ts): the page delivers them.
watchDeliveries(
  () => undefined,
  () => undefined,
)
