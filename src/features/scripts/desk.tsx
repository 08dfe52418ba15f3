import { Braces } from 'lucide-react'
import type { DeskFeature } from '../../dashboard/features.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: '/app/scripts',
      title: 'Scripts',
      about: 'What programs of the reviewer may read.',
      rail: { group: 'Records', icon: Braces },
      load: async () => (await import('./desk/ScriptsPage.tsx')).ScriptsPage,
    },
  ],
}
