import type { Feature } from '../../server/feature.ts'
import { second } from '../../shared/dates.ts'
import { letterDraftRoutes, letterTest } from './letter-routes.ts'
import { documentRoutes, publishDue } from './routes.ts'

/** The documents of the site, edited, tried and published at the desk (decision 0215). */
export const feature: Feature = {
  run(core) {
    const parts = { ...core, applications: core.deskApplications, pages: core.published }
    return {
      async routes() {
        const [{ previewRoutes }, { draftLinkRoutes }] = await Promise.all([
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
      chores: [{ name: 'scheduled publishes', everyMs: 5 * second, work: () => publishDue(parts) }],
    }
  },
}
