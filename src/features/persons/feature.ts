import type { Feature } from '../../server/feature.ts'
import { personHashes } from '../../server/records/persons/hashes.ts'
import { hour, minute } from '../../shared/dates.ts'
import { eraseOverdue } from './retention.ts'
import { followLock } from './store.ts'

/** Everything of a person: found, given, erased, and kept no longer than its period (decisions 0129 and 0169). */
export const feature: Feature = {
  run(core) {
    const parts = { ...core, hashes: personHashes(core.settings) }
    return {
      routes: async () => (await import('./routes.ts')).deskRoutes({ ...parts, applications: core.deskApplications }),
      chores: [
        { name: 'retention', everyMs: hour, deletes: true, work: () => eraseOverdue(parts) },
        { name: 'lock', everyMs: minute, work: () => followLock(core.engine, core.promises.lockDeleted) },
      ],
    }
  },
}
