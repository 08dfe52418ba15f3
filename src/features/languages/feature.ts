import type { Feature } from '../../server/feature.ts'

/** The page of the languages besides English: what each says and lacks, and who has read it. */
export const feature: Feature = {
  run: (core) => ({ routes: async () => (await import('./routes.ts')).deskRoutes(core) }),
}
