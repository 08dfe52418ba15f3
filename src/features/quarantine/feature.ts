import type { Feature } from '../../server/feature.ts'

/** The page of the submissions that may be spam: they are released or deleted there (decision 0133). */
export const feature: Feature = {
  run: (core) => ({
    routes: async () => (await import('./routes.ts')).deskRoutes({ ...core, applications: core.deskApplications }),
  }),
}
