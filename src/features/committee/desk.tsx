import { UsersRound } from 'lucide-react'
import type { DeskFeature } from '../../dashboard/features.ts'
import { laterPart } from '../../dashboard/ui/Later.tsx'
import { CommitteeButton } from './desk/CommitteeButton.tsx'
import { CommitteeMean } from './desk/CommitteeMean.tsx'
import { committeePath } from './desk/committee.ts'

export const feature: DeskFeature = {
  pages: [
    {
      path: committeePath,
      title: 'Committee',
      about: 'The rounds in which others read chosen applications.',
      rail: { group: 'Review', icon: UsersRound },
      load: async () => (await import('./desk/CommitteePage.tsx')).CommitteePage,
    },
  ],
  panel: laterPart('The committee', async () => (await import('./desk/CommitteeReviews.tsx')).CommitteeReviews),
  row: CommitteeMean,
  paper: {
    title: 'What the committee said',
    load: async () => (await import('./desk/CommitteePaper.tsx')).CommitteePaper,
  },
  selection: ({ records }) => <CommitteeButton ids={records.map(({ id }) => id)} />,
}
