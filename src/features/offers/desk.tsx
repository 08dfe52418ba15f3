import type { DeskFeature } from '../../dashboard/features.ts'
import { laterPart } from '../../dashboard/ui/Later.tsx'
import { OfferMark } from './desk/OfferMark.tsx'

export const feature: DeskFeature = {
  panel: laterPart('The offer', async () => (await import('./desk/OfferPanel.tsx')).OfferPanel),
  row: OfferMark,
  cohort: laterPart('Places', async () => (await import('./desk/Offers.tsx')).CohortPlaces),
  approval: laterPart('The offer', async () => (await import('./desk/OfferForm.tsx')).WithApproval),
  paper: {
    title: 'The offer',
    load: async () => (await import('./desk/OfferPanel.tsx')).OfferPaper,
  },
}
