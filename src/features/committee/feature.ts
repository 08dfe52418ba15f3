import type { Feature } from '../../server/feature.ts'
import { drawInSlot } from '../../server/pages/drawn.ts'
import { after, day } from '../../shared/dates.ts'
import { committeePaths } from './api.ts'
import { committeeLinks } from './links.ts'
import { composeLink, memberLinks } from './mail.ts'
import { committee, endOtherSecrets, openSecrets } from './store.ts'

/** Committees: people without an account who read and score chosen applications through a link of their own (decision 0140). */
export const feature: Feature = {
  name: 'committee',
  ownPages: [committeePaths.committee],
  async routes({ engine, site, keyedHash, publicUrl, ...core }) {
    const [{ deskRoutes }, { memberRoutes }, { renderMemberPage }] = await Promise.all([
      import('./desk-routes.ts'),
      import('./member-routes.ts'),
      import('./page/CommitteePage.tsx'),
    ])
    const parts = { ...core, committee: committee(engine), links: committeeLinks(keyedHash, publicUrl) }
    return [
      ...memberRoutes({ ...parts, draw: drawInSlot(site, committeePaths.committee, renderMemberPage) }),
      ...deskRoutes(parts),
    ]
  },
  mails: ({ engine, mailer, letters, keyedHash, publicUrl, now }) => [
    memberLinks({ committee: committee(engine), links: committeeLinks(keyedHash, publicUrl), mailer, letters, now }),
  ],
  previews: (settings, now) => [
    {
      ...{ name: 'committee', title: 'Link of a committee member' },
      message: composeLink(
        {
          to: 'meera@example.com',
          memberName: 'Meera',
          title: 'Cohort 7, first reading',
          count: 12,
          until: after(now, 14 * day),
          link: settings.siteUrl + committeePaths.committee,
        },
        settings,
        'preview',
      ),
    },
  ],
  restored: { valid: openSecrets, endOthers: endOtherSecrets },
  async archived({ engine }, applicationId) {
    const saved = (await committee(engine).reviews({ application: applicationId })).filter(({ savedAt }) => savedAt !== null)
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
