import { UserRoundPlus } from 'lucide-react'
import type { DeskFeature } from '../../dashboard/features.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: '/app/people',
      title: 'People',
      about: 'Who else may do something at the desk, and until when.',
      rail: { group: 'Records', icon: UserRoundPlus },
      load: async () => (await import('./desk/PeoplePage.tsx')).PeoplePage,
    },
  ],
}
