import type { Feature } from '../../server/feature.ts'
import { slots } from '../../server/records/slots.ts'
import { minute } from '../../shared/dates.ts'

/** The page of meetings: times that applicants can choose, where they meet, a calendar feed, and the reviewer's own calendar. The time of a meeting is the application's. */
export const feature: Feature = {
  run(core) {
    const parts = { ...core, applications: core.deskApplications, slots: slots(core.engine) }
    return {
      async routes() {
        const [{ deskRoutes }, { feedRoutes }, { busyRoutes }] = await Promise.all([
          import('./routes.ts'),
          import('./feed.ts'),
          import('./busy.ts'),
        ])
        return [...deskRoutes(parts), ...feedRoutes(parts).flatMap((routes) => [...routes]), ...busyRoutes(parts)]
      },
      chores: [{ name: 'own calendar', everyMs: minute, work: async () => (await import('./busy.ts')).readAgain(parts) }],
    }
  },
}
