import { sitePath } from '../../dashboard/applications/url-state.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { languageRoutes } from './api.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: '/app/languages',
      title: 'Languages',
      reads: languageRoutes.languages,
      about: 'What each language besides English says and lacks, and who has read it.',
      within: sitePath,
      load: async () => (await import('./desk/LanguagesPage.tsx')).LanguagesPage,
    },
  ],
}
