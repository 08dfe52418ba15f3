import { watchDeliveries } from './watch.ts'

// A page without a form loads this script if submissions are queued on this device (`waitingFlag` in web-storage.ts), and delivers them.
watchDeliveries(
  () => undefined,
  () => undefined,
)
