import { type Done, get, whileBlind } from '../../api/route.ts'
import type { Event } from '../../applications/history.ts'

/** The ids of changed applications, which a desk loads if it shows them; `many`: too many to list. */
export interface LiveEvent {
  readonly news: readonly { readonly id: string; readonly revision: number; readonly what: Event['what'] | 'quarantined' }[]
  readonly many: boolean
}

export const liveRoutes = whileBlind('safe', {
  /** Server-sent events, each a `LiveEvent`. */
  events: get('/api/applications/events', 'read').answers<Done>(),
})
