import { CalendarDays } from 'lucide-react'
import type { DeskFeature } from '../../dashboard/features.ts'
import { meetingRoutes } from './api.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: '/app/meetings',
      title: 'Meetings',
      reads: meetingRoutes.meetings,
      about: 'The meetings with applicants, and the times that they can choose.',
      rail: { group: 'Review', icon: CalendarDays, key: 'm' },
      load: async () => (await import('./desk/MeetingsPage.tsx')).MeetingsPage,
    },
  ],
}
