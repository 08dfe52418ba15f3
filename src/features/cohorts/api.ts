import { type Done, get, post, whileBlind } from '../../api/route.ts'
import type { CohortReport } from './rules.ts'

export const cohortRoutes = whileBlind('safe', {
  /** The numbers of every cohort, in the order of the content. */
  cohorts: get('/api/cohorts').answers<Done & { readonly cohorts: readonly CohortReport[] }>(),
  makeLateLink: post('/api/late-links')
    .takes<{ readonly email: string; readonly cohort: string; readonly until: string }>()
    .answers<Done & { readonly link: string }>(),
})
