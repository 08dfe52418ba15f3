import { CalendarRange } from 'lucide-react'
import type { DeskFeature } from '../../dashboard/features.ts'
import { CohortBar } from './desk/CohortBar.tsx'
import { cohortsPath } from './desk/cohorts.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: cohortsPath,
      title: 'Cohorts',
      about: 'The numbers of a cohort, for a screen or a sheet of paper.',
      rail: { group: 'Numbers', icon: CalendarRange },
      load: async () => (await import('./desk/CohortPage.tsx')).CohortPage,
    },
  ],
  aboveList: CohortBar,
}
