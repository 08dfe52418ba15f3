import { watchDeliveries } from './watch.ts'

// Loaded by a page without a form when something waits on this device (see waiting-flag.ts): it goes out from there.
watchDeliveries(
  () => undefined,
  () => undefined,
)
