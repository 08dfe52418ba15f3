import type { Feature } from '../../server/feature.ts'

/** Lists with a name: filters, a search and an order, for all windows of the admin. */
export const feature: Feature = {
  run: ({ settings }) => ({ routes: async () => (await import('./routes.ts')).savedViews(settings) }),
}
