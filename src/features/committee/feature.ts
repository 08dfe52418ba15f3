import { linkSecrets } from '../../server/auth/helper-links.ts'
import type { Feature } from '../../server/feature.ts'
import { drawInSlot } from '../../server/pages/drawn.ts'
import { after, day, minute } from '../../shared/dates.ts'
import { committeePaths } from './api.ts'
import { composeLink, memberLinks } from './mail.ts'
import { committee } from './store.ts'

/** Committees: people without an account who read and score chosen applications through a link of their own (decision 0140). */
export const feature: Feature = {
  ownPages: [committeePaths.committee],
  run({ engine, site, keyedHash, access: { helperLinks }, ...core }) {
    const store = committee(engine)
    const parts = { ...core, committee: store, helperLinks, secrets: linkSecrets(keyedHash) }
    return {
      async routes() {
        const [{ deskRoutes }, { memberRoutes }, { renderMemberPage }] = await Promise.all([
          import('./desk-routes.ts'),
          import('./member-routes.ts'),
          import('./page/CommitteePage.tsx'),
        ])
        return [
          ...memberRoutes({ ...parts, draw: drawInSlot(site, committeePaths.committee, renderMemberPage) }),
          ...deskRoutes(parts),
        ]
      },
      mails: memberLinks(parts),
      chores: [{ name: 'shares of committees', everyMs: 5 * minute, work: () => store.share(core.now()) }],
      async numbers() {
        const of = await store.means()
        return of.size === 0 ? undefined : { title: 'Committee: mean, of 5', of }
      },
      async archived(applicationId) {
        const saved = (await store.reviews({ application: applicationId })).filter(({ savedAt }) => savedAt !== null)
        return {
          lines: saved.map(({ score, comment }) => ({
            label: 'Committee',
            text: [score ?? 'No score', comment].filter(Boolean).join(': '),
          })),
          // Without the names of the members.
          data: saved.map(({ score, comment, conflict }) => ({ score, comment, conflict })),
        }
      },
    }
  },
  previews(settings, now) {
    const mail = {
      ...{ to: 'meera@example.com', memberName: 'Meera', title: 'Cohort 7, first reading', count: 12 },
      ...{ until: after(now, 14 * day), link: settings.siteUrl + committeePaths.committee },
    }
    return [
      { name: 'committee', title: 'Link of a committee member', message: composeLink(mail, settings, 'preview') },
      {
        ...{ name: 'committee_reminder', title: 'Reminder of a committee member' },
        message: composeLink({ ...mail, left: 5 }, settings, 'preview'),
      },
    ]
  },
}
