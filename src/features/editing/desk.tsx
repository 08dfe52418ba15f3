import { Globe } from 'lucide-react'
import { sitePath } from '../../dashboard/applications/url-state.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { siteRoutes } from './api.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: sitePath,
      title: 'Site',
      reads: siteRoutes.site,
      about: 'Where the content of the site is edited and published.',
      rail: { group: 'Site', icon: Globe, key: 's' },
      load: async () => (await import('./desk/SitePage.tsx')).SitePage,
    },
  ],
}
