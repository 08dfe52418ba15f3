import type { Stored } from '../../server/database/stored.ts'
import { deleteOldLinks, endOtherSecrets, openSecrets } from '../../server/records/access/helper-links.ts'

export const stored: Stored = {
  sweep: deleteOldLinks,
  async carriedOver(db) {
    const open = await openSecrets(db)
    return { ids: open, apply: (engine, at) => endOtherSecrets(engine, open, at) }
  },
}
