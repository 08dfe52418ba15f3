import { deskSession } from '../../server/auth/helper-links.ts'
import type { Feature } from '../../server/feature.ts'
import { createWatch } from './watch.ts'

/** Every open desk hears what another window or node has changed (decision 0100). */
export const feature: Feature = {
  run: (core) => ({
    async routes() {
      const { applications, access, stopped, log, now } = core
      const { liveRoutes } = await import('./routes.ts')
      return liveRoutes({
        watch: createWatch(applications, now, (err) => log.warn({ err, operation: 'watch' }, 'changes cannot be read')),
        async isActive({ credentialHash }) {
          const session = await deskSession({ ...access, now }, credentialHash)
          return session !== undefined && session.expiresAt > now()
        },
        stopped,
      })
    },
  }),
}
