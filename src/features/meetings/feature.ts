import type { Feature } from '../../server/feature.ts'
import { slots } from '../../server/records/stored-slots.ts'
import { minute } from '../../shared/dates.ts'
import { choiceMails, composeChoice } from './reminders.ts'

/** The page of meetings: times that applicants can choose, where they meet, reminders, a calendar feed, and the reviewer's own calendar. The time of a meeting is the application's. */
export const feature: Feature = {
  run: (core) => {
    const times = slots(core.engine)
    const parts = { ...core, applications: core.deskApplications, slots: times }
    return {
      async routes() {
        const [{ deskRoutes }, { feedRoutes }, { busyRoutes }] = await Promise.all([
          import('./routes.ts'),
          import('./feed.ts'),
          import('./busy.ts'),
        ])
        return [...deskRoutes(parts, core), ...feedRoutes(parts).flatMap((routes) => [...routes]), ...busyRoutes(parts)]
      },
      mails: [choiceMails(core, times)],
      chores: [{ name: 'own calendar', everyMs: minute, work: async () => (await import('./busy.ts')).readAgain(parts) }],
    }
  },
  previews: (settings) => [
    {
      ...{ name: 'meeting_choice', title: 'Reminder to choose a time' },
      message: composeChoice(
        {
          to: 'priya@example.com',
          application: { id: '019aa1b2-3c4d-7000-8000-000000001234', applicantName: 'Priya Raman' },
          title: 'Accelerator application',
          link: `${settings.siteUrl}/my`,
        },
        settings,
        'preview',
      ),
    },
  ],
}
