import type { Feature } from '../../server/feature.ts'

/** One letter to a list or a selection: written once, read as each person gets it, sent after its hold (decision 0020). */
export const feature: Feature = {
  run: (core) => ({
    routes: async () => (await import('./routes.ts')).groupMessageRoutes({ ...core, applications: core.deskApplications }),
  }),
}
