import type { DeskFeature } from '../../dashboard/features.ts'
import { laterPart } from '../../dashboard/ui/Later.tsx'

export const feature: DeskFeature = {
  finding: laterPart('Saved views', async () => (await import('./desk/Views.tsx')).Views),
  nameOfList: async (...list) => (await import('./desk/views.ts')).nameOfList(...list),
}
