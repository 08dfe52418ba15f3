import type { Feature } from '../../server/feature.ts'
import { sharedDrafts } from './store.ts'

/** Drafts that several devices edit through one link, which the server cannot read (decision 0143). */
export const feature: Feature = {
  run: (core) => ({
    routes: async () => (await import('./routes.ts')).sharedDraftRoutes({ ...core, sharedDrafts: sharedDrafts(core.engine) }),
  }),
}
