import type { Feature } from '../../server/feature.ts'

/** The report of each cohort, and links for late applicants (decision 0164). */
export const feature: Feature = {
  run: (core) => ({
    async routes() {
      const { deskRoutes } = await import('./routes.ts')
      const formUrl = core.publicUrl + core.forms.Accelerator.path
      return deskRoutes({ ...core, applications: core.deskApplications, formUrl })
    },
  }),
}
