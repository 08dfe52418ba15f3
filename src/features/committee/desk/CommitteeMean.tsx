import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { meansQuery } from './committee.ts'

/** The mean of what committees gave an application, for its row. */
export function CommitteeMean({ record }: { readonly record: ApplicationRecord }) {
  const { data: mean } = useQuery({ ...meansQuery, select: ({ means }) => means[record.id] })
  if (mean === undefined || mean === null) return null
  return (
    <span className="line soft" title="Mean of the committee, of 5">
      <UsersRound aria-hidden="true" size={14} strokeWidth={1.75} />
      <span className="visually-hidden">Committee </span>
      {mean.toFixed(1)}
    </span>
  )
}
