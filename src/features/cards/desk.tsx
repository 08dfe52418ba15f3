import type { DeskFeature } from '../../dashboard/features.ts'
import { laterPart } from '../../dashboard/ui/Later.tsx'

export const feature: DeskFeature = {
  panel: laterPart('The card', async () => (await import('./desk/CardPanel.tsx')).CardPanel),
  cohort: laterPart('Cards', async () => (await import('./desk/CardPanel.tsx')).CohortCards),
}
