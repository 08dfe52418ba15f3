import { allRubrics } from '../../server/desk/rubrics.ts'
import type { Feature } from '../../server/feature.ts'

/** The list as a file: CSV, a workbook, JSON, or a ZIP with the files (decision 0110). */
export const feature: Feature = {
  run: (core) => ({
    routes: async () =>
      (await import('./routes.ts')).listRoutes({
        ...core,
        applications: core.deskApplications,
        rubrics: () => allRubrics(core),
      }),
  }),
}
