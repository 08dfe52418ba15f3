import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { quarantinePath } from '../../dashboard/applications/url-state.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { quarantineCountQuery } from './desk/quarantine.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: quarantinePath,
      title: 'Quarantine',
      about: 'The submissions that may be spam.',
      rail: {
        group: 'Records',
        icon: ShieldAlert,
        useWaiting: () => ({ count: useQuery(quarantineCountQuery).data ?? 0, of: 'in quarantine' }),
      },
      load: async () => (await import('./desk/QuarantinePage.tsx')).QuarantinePage,
    },
  ],
}
