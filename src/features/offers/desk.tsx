import type { DeskFeature } from '../../dashboard/features.ts'
import { CohortPlaces } from './desk/CohortPlaces.tsx'
import { WithApproval } from './desk/OfferForm.tsx'
import { OfferMark, OfferPanel } from './desk/OfferPanel.tsx'

export const feature: DeskFeature = {
  panel: OfferPanel,
  row: OfferMark,
  cohort: CohortPlaces,
  approval: WithApproval,
  paper: {
    title: 'The offer',
    load: async () => (await import('./desk/OfferPanel.tsx')).OfferPaper,
  },
}
