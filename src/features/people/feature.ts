import { linkSecrets } from '../../server/auth/helper-links.ts'
import type { Feature } from '../../server/feature.ts'
import { drawInSlot } from '../../server/pages/drawn.ts'
import { after, day } from '../../shared/dates.ts'
import { helperPaths } from './api.ts'
import { composeLink, helperMails } from './mail.ts'

/** Helpers: people to whom the admin gave a link with one right until a day (decision 0140). */
export const feature: Feature = {
  ownPages: [helperPaths.helper],
  run({ access, site, ...core }) {
    const { helperLinks, passcodes, sessions } = access
    const parts = { ...core, helperLinks, passcodes, sessions, secrets: linkSecrets(core.keyedHash) }
    return {
      async routes() {
        const [{ helperDeskRoutes }, { helperPageRoutes }, { renderHelperPage }] = await Promise.all([
          import('./desk-routes.ts'),
          import('./page-routes.ts'),
          import('./page/HelperPage.tsx'),
        ])
        const draw = drawInSlot(site, helperPaths.helper, renderHelperPage)
        return [...helperPageRoutes({ ...parts, draw }), ...helperDeskRoutes(parts)]
      },
      mails: [helperMails(parts)],
    }
  },
  previews: (settings, now) => [
    {
      ...{ name: 'helper', title: 'Link of a helper' },
      message: composeLink(
        {
          ...{ to: 'meera@example.com', helperName: 'Meera', right: 'publish', until: after(now, 30 * day) },
          link: settings.siteUrl + helperPaths.helper,
        },
        settings,
        'preview',
      ),
    },
  ],
}
