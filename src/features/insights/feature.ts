import type { Feature } from '../../server/feature.ts'

/** The course of applications in numbers and plots (decision 0112). */
export const feature: Feature = {
  run: ({ deskApplications: applications, now }) => ({
    routes: async () => (await import('./routes.ts')).deskRoutes({ applications, now }),
  }),
}
