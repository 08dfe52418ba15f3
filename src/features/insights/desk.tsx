import { ChartNoAxesColumn } from 'lucide-react'
import type { Filters } from '../../dashboard/applications/filters.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { navigate } from '../../dashboard/ui/address-bar.ts'
import { useKeys } from '../../dashboard/ui/use-keys.ts'
import { insightsPath, insightsUrl } from './desk/range.ts'

function InsightsKey({ filters, keysOn }: { readonly filters: Filters; readonly keysOn: boolean }) {
  useKeys({ i: () => navigate(insightsUrl({ formType: filters.formType })) }, keysOn)
  return null
}

export const feature: DeskFeature = {
  pages: [
    {
      path: insightsPath,
      title: 'Insights',
      about: 'The course of applications in numbers and plots.',
      rail: { group: 'Numbers', icon: ChartNoAxesColumn },
      load: async () => (await import('./desk/InsightsPage.tsx')).InsightsPage,
    },
  ],
  tool: InsightsKey,
  keys: [['i', 'Insights']],
}
