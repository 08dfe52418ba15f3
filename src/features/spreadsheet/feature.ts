import { dueMoment } from '../../content/promises.ts'
import type { Feature } from '../../server/feature.ts'
import { primary } from './primary.ts'
import { rebuild } from './rebuild.ts'

/** The spreadsheet at the desk: as the primary store, read as the specification says, and rebuilt where it is a mirror (decision 0075). */
export const feature: Feature = {
  deskStore: ({ sheet, delivery, applications, forms, promises, now, log }) =>
    sheet === undefined || delivery.spreadsheet !== 'primary'
      ? undefined
      : primary({
          ...{ applications, sheet, forms, now },
          dueAt: (form, at) => dueMoment(promises, form, at),
          warn: (data, message) => log.warn(data, message),
        }),
  run: (core) => ({
    async routes() {
      const { spreadsheetRoutes } = await import('./routes.ts')
      const { sheet, delivery, holdS } = core
      const isMirror = sheet !== undefined && delivery.spreadsheet === 'mirror'
      return spreadsheetRoutes({
        ...{ settings: core.settings, now: core.now, applications: core.deskApplications },
        rebuild: isMirror ? (onProgress) => rebuild({ ...core, sheet, holdS }, onProgress) : undefined,
      })
    },
  }),
}
