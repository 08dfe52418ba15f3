import { UsersRound } from 'lucide-react'
import type { DeskFeature } from '../../dashboard/features.ts'
import { CommitteeButton } from './desk/CommitteeButton.tsx'
import { CommitteeReviews } from './desk/CommitteeReviews.tsx'
import { committeePath } from './desk/committee.ts'

export const feature: DeskFeature = {
  page: { name: 'Committee', path: committeePath, icon: UsersRound },
  panel: CommitteeReviews,
  selection: CommitteeButton,
}
