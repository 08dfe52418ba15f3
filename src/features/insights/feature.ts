import type { Feature } from '../../server/feature.ts'
import { second } from '../../shared/dates.ts'
import { visitCounter } from './store.ts'

/** The course of applications in numbers and plots, and how often each page is opened (decision 0112). */
export const feature: Feature = {
  run({ deskApplications: applications, engine, forms, now }) {
    const visits = visitCounter(engine, now)
    return {
      routes: async () => (await import('./routes.ts')).deskRoutes({ applications, forms, visits, now }),
      visited: visits.count,
      chores: [{ name: 'visits', everyMs: 30 * second, work: () => visits.write() }],
    }
  },
}
