import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { personPath } from '../../dashboard/applications/url-state.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { personsWaitingQuery } from './desk/person.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: personPath,
      title: 'A person’s data',
      about: 'Everything of one person.',
      rail: {
        group: 'Records',
        icon: UserRound,
        useWaiting: () => ({ count: useQuery(personsWaitingQuery).data ?? 0, of: 'erasures and late requests' }),
      },
      load: async () => (await import('./desk/PersonPage.tsx')).PersonPage,
    },
  ],
}
