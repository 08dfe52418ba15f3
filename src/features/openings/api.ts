import { type Done, get, whileBlind } from '../../api/route.ts'

/** The pages on which a visitor leaves an address to get a letter when the next cohort opens, and what their forms and links lead to. */
export const openingPaths = {
  opens: '/opens',
  openingRequested: '/opens/requested',
  openingLink: '/opens/link/:token',
  openingConfirm: '/opens/link/:token/confirm',
  /** Ends the subscription with one POST. */
  openingOff: '/opens/link/:token/off',
  /** The same as the form on `/opens`, for scripts. */
  openings: '/api/openings',
} as const

export const openingRoutes = whileBlind('safe', {
  /** How many addresses wait for a cohort. */
  countOpenings: get('/api/openings/count').answers<Done & { readonly confirmed: number; readonly unconfirmed: number }>(),
})
