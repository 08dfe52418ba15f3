import type { Feature } from '../../server/feature.ts'
import { second } from '../../shared/dates.ts'
import { letterTest } from './letter-test.ts'

/** The documents of the site, edited, tried and published at the desk (decision 0215). */
export const feature: Feature = {
  run(core) {
    const parts = { ...core, applications: core.deskApplications, pages: core.published }
    return {
      async routes() {
        const [{ documentRoutes }, { letterDraftRoutes }, { previewRoutes }, { draftLinkRoutes }] = await Promise.all([
          import('./routes.ts'),
          import('./letter-routes.ts'),
          import('./preview-routes.ts'),
          import('./draft-links.ts'),
        ])
        return [
          ...documentRoutes(parts),
          ...previewRoutes(parts),
          ...letterDraftRoutes(parts),
          ...draftLinkRoutes(parts).flatMap((routes) => [...routes]),
        ]
      },
      mails: [
        letterTest.composedBy(core.mailer, async (test, id) =>
          (await import('./letters.ts')).testMessage(parts, test, core.adminEmail, id),
        ),
      ],
      chores: [
        { name: 'scheduled publishes', everyMs: 5 * second, work: async () => (await import('./routes.ts')).publishDue(parts) },
      ],
    }
  },
}
