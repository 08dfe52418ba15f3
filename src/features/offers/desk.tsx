import type { DeskFeature } from '../../dashboard/features.ts'
import { WithApproval } from './desk/OfferForm.tsx'
import { OfferPanel } from './desk/OfferPanel.tsx'
import { CohortPlaces, OfferMark } from './desk/Offers.tsx'

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
