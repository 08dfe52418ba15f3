import { after, second } from '../shared/dates.ts'
import { createStore, useStore } from './ui/store.ts'

// The clock of the reviewer's computer may be hours off. So a moment of the server is compared with the time of the server, which each response tells.

/** How far this computer's clock is ahead of the server's, in milliseconds. */
const aheadMs = createStore(0)

/** The header has whole seconds, and a response takes its time: a smaller difference says nothing. In milliseconds. */
const leastMs = 5 * second

/** Takes the server's time from a response. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(at)) return
  const ahead = Date.now() - at
  const isOff = Math.abs(ahead) >= leastMs
  // Each response differs by its own time.
  if (!isOff) aheadMs.set(0)
  else if (Math.abs(ahead - aheadMs.get()) >= leastMs) aheadMs.set(ahead)
}

/** The time of the server. */
export const serverNow = (): Date => after(new Date(), -aheadMs.get())

/** The time of the server, for a component that is rendered again when the first response tells it. */
export const useServerNow = (): Date => after(new Date(), -useStore(aheadMs))

/** What this computer's clock shows at a moment of the server (ISO 8601), in milliseconds since 1970. */
export const hereAt = (at: string): number => Date.parse(at) + aheadMs.get()
