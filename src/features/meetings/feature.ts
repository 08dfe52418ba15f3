import type { Feature } from '../../server/feature.ts'
import { slots } from '../../server/records/slots.ts'

/** The page of meetings: times that applicants can choose, where they meet, and a calendar feed. The time of a meeting is the application's. */
export const feature: Feature = {
  run: (core) => ({
    async routes() {
      const [{ deskRoutes }, { feedRoutes }] = await Promise.all([import('./routes.ts'), import('./feed.ts')])
      const parts = { ...core, applications: core.deskApplications, slots: slots(core.engine) }
      return [...deskRoutes(parts), ...feedRoutes(parts).flatMap((routes) => [...routes])]
    },
  }),
}
