import type { Feature } from '../../server/feature.ts'
import { shortBytes } from '../../server/http/body.ts'
import { enforce } from '../../server/http/limits.ts'
import { drawInSlot } from '../../server/pages/drawn.ts'
import { hour, minute } from '../../shared/dates.ts'
import { openingPaths } from './api.ts'
import { openingLinks } from './links.ts'
import { composeOpening, openingMails, queueOpeningLetters } from './mail.ts'
import { subscriptions } from './store.ts'

/** How often one client may leave addresses: enough for an office behind one address. */
const requests = { count: 20, periodMs: hour }

/** Addresses that wait for the next cohort: the owner confirms one, and gets one letter when it opens (decision 0173). */
export const feature: Feature = {
  ownPages: [openingPaths.opens],
  run(core) {
    const store = subscriptions(core.engine)
    const links = openingLinks(core.links, core.publicUrl, store.byId)
    const { forms, limits, site, space, now } = core
    return {
      async routes() {
        const [{ subscriptionRoutes }, { renderOpening }] = await Promise.all([
          import('./routes.ts'),
          import('./page/OpeningPage.tsx'),
        ])
        return subscriptionRoutes({
          ...{ ...core, subscriptions: store, links, formPath: forms.Accelerator.path },
          async count(client) {
            await space.reserve(client, { text: shortBytes, files: 0 })
            await enforce(limits, `openings:client:${client}`, requests, now())
          },
          draw: drawInSlot(site, openingPaths.opens, renderOpening),
        })
      },
      mails: openingMails({ ...core, subscriptions: store, links, formUrl: core.publicUrl + forms.Accelerator.path }),
      chores: [{ name: 'openings', everyMs: minute, work: () => queueOpeningLetters({ ...core, subscriptions: store }) }],
    }
  },
  previews(settings) {
    const mail = {
      to: 'nila@example.com',
      link: settings.siteUrl + openingPaths.opens,
      off: settings.siteUrl + openingPaths.opens,
    }
    const open = {
      cohort: 'Cohort 7',
      deadline: 'Cohort 7 starts 15 Mar 2026. Apply by the end of 15 Feb 2026.',
      formUrl: `${settings.siteUrl}/accelerator`,
    }
    return [
      {
        ...{ name: 'opening_link', title: 'Confirmation of an address for the next cohort' },
        message: composeOpening(mail, settings, 'preview'),
      },
      {
        ...{ name: 'opening', title: 'The next cohort is open' },
        message: composeOpening({ ...mail, open }, settings, 'preview'),
      },
    ]
  },
}
