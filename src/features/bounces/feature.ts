import type { Feature } from '../../server/feature.ts'
import { recordFate } from './fates.ts'
import { bounces } from './store.ts'

/** Letters that come back: the provider's signed events, and what a mail server refuses at once for good (decision 0071). */
export const feature: Feature = {
  run(core) {
    const store = bounces(core.engine)
    return {
      routes: async () => (await import('./routes.ts')).routes(core, store),
      refused: ({ id, applicantEmail }, reason) =>
        recordFate(core, store, id, applicantEmail, { kind: 'bounce', at: core.now(), reason }),
    }
  },
}
