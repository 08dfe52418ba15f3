import { type Done, get, whileBlind } from '../../api/route.ts'
import type { Insights } from './rules.ts'

/** How often a page was opened on a day, and a form on it begun and sent. */
export interface VisitRecord {
  readonly day: string
  readonly page: string
  readonly seen: number
  readonly begun: number
  readonly sent: number
}

export const insightsRoutes = whileBlind('safe', {
  insights: get('/api/insights').answers<Done & { readonly insights: Insights }>(),
  /** The latest day first. */
  visits: get('/api/insights/visits').answers<Done & { readonly visits: readonly VisitRecord[] }>(),
})
