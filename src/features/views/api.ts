import { get, put, whileBlind } from '../../api/route.ts'
import type { View, ViewsResponse } from './rules.ts'

export const viewRoutes = whileBlind('safe', {
  views: get('/api/views').answers<ViewsResponse>(),
  saveViews: put('/api/views').takes<{ readonly views: readonly View[]; readonly revision: number }>().answers<ViewsResponse>(),
})
