import { type Done, get, whileBlind } from '../../api/route.ts'
import type { Insights } from './rules.ts'

export const insightsRoutes = whileBlind('safe', {
  insights: get('/api/insights').answers<Done & { readonly insights: Insights }>(),
})
